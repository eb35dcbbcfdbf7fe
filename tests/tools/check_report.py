#!/usr/bin/env python3
"""Checks the shape of a report on standard input.

check_report.py FORM, with FORM sarif, junit, checkstyle, github or tap.
Prints what is wrong, nothing if all is well; what cannot be checked here,
for want of a module, counts as well.
"""
import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))


def sarif(text):
    log = json.loads(text)
    try:
        import jsonschema
    except ImportError:
        pass
    else:
        with open(os.path.join(HERE, "sarif.schema.json")) as file:
            jsonschema.Draft7Validator(json.load(file)).validate(log)
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"], result
        region = result["locations"][0]["physicalLocation"].get("region")
        if region is not None:
            start = region["startLine"], region["startColumn"]
            assert start <= (region["endLine"], region["endColumn"]), region


def junit(text):
    root = ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    for suite in root:
        assert suite.tag == "testsuite"
        counts = {name: int(suite.get(name)) for name in
                  ("tests", "failures", "errors", "skipped")}
        cases = list(suite)
        assert all(case.tag == "testcase" for case in cases)
        assert counts["tests"] == len(cases) > 0
        assert counts["failures"] == len(suite.findall("testcase/failure"))
        assert counts["errors"] == len(suite.findall("testcase/error"))
        assert counts["skipped"] == 0
        for case in cases:
            assert case.get("classname") == case.get("file")
            assert case.get("name")
            assert int(case.get("line", "1")) > 0
            assert len(case.findall("failure") + case.findall("error")) <= 1


def checkstyle(text):
    root = ElementTree.fromstring(text)
    assert root.tag == "checkstyle" and root.get("version")
    for file in root:
        assert file.tag == "file" and file.get("name")
        for error in file:
            assert error.tag == "error"
            assert error.get("severity") in ("error", "warning", "info")
            assert error.get("source").startswith("ternion.")
            assert error.get("message")
            assert int(error.get("line")) >= 0


def github(text):
    lines = text.splitlines()
    command = re.compile(
        r"::(error|warning|notice) file=[^,:]*"
        r"(,line=\d+,col=\d+,endLine=\d+(,endColumn=\d+)?)?"
        r",title=[a-z0-9-]+::.")
    inside = False
    for line in lines[:-1]:
        if line.startswith("::group::"):
            assert not inside
            inside = True
        elif line == "::endgroup::":
            assert inside
            inside = False
        else:
            assert inside and command.match(line), line
    assert not inside
    assert re.match(r"\d+ files?, ", lines[-1]), lines[-1]


def tap(text):
    lines = text.splitlines()
    assert lines[0] == "TAP version 14"
    tests, plan, block = 0, None, None
    for line in lines[1:]:
        if block is not None:
            if line == "  ...":
                check_block("\n".join(block))
                block = None
            else:
                assert line.startswith("  "), line
                block.append(line[2:])
        elif line == "  ---":
            assert tests > 0
            block = []
        elif re.match(r"1\.\.\d+$", line):
            plan = int(line[3:])
        elif not line.startswith("#"):
            tests += 1
            match = re.match(r"(not )?ok (\d+) - .", line)
            assert match and int(match.group(2)) == tests, line
            assert not re.search(r"(?<!\\)(\\\\)*#", line), line
    assert block is None and plan == tests


def check_block(text):
    try:
        import yaml
    except ImportError:
        return
    block = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    for finding in [block] + block.get("further", []):
        assert finding["message"] and finding["code"]
        assert finding["severity"] in ("error", "warning", "note")
        assert finding["at"]["file"]


try:
    {"sarif": sarif, "junit": junit, "checkstyle": checkstyle,
     "github": github, "tap": tap}[sys.argv[1]](
         sys.stdin.buffer.read().decode("utf-8"))
except Exception as error:  # any of them is a failure of the report
    sys.exit(f"{sys.argv[1]}: {type(error).__name__}: {error}")
