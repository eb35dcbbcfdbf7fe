#!/usr/bin/env python3
"""Writes a list of what a release is made of, as SPDX: sbom.py VERSION, with
"NAME VERSION LICENCE" of each library on standard input."""
import json
import os
import subprocess
import sys
from datetime import datetime, timezone

version = sys.argv[1]
commit = subprocess.run(["git", "log", "-1", "--format=%H %ct"], check=True,
                        capture_output=True, text=True).stdout.split()
made = datetime.fromtimestamp(
    int(os.environ.get("SOURCE_DATE_EPOCH", commit[1])), timezone.utc)


def package(name, version, licence):
    return {"SPDXID": "SPDXRef-" + name, "name": name, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION"}


libraries = [line.split() for line in sys.stdin]
print(json.dumps({
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"ternion-{version}",
    "documentNamespace": f"https://spdx.org/spdxdocs/ternion-{version}-{commit[0]}",
    "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"),
                     "creators": ["Tool: ternion-release"]},
    "packages": [package("ternion", version, "ISC")] +
                [package(*library) for library in libraries],
    "relationships": [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
         "relatedSpdxElement": "SPDXRef-ternion"}] +
        [{"spdxElementId": "SPDXRef-ternion", "relationshipType": "STATIC_LINK",
          "relatedSpdxElement": "SPDXRef-" + name} for name, *_ in libraries],
}, indent=2))
