#!/usr/bin/env python3
"""Packs the Python package and a shared library as a wheel:
wheel.py VERSION LIBRARY FOLDER. The same input gives the same bytes."""
import base64
import hashlib
import sys
import sysconfig
import zipfile
from pathlib import Path

version, library, folder = sys.argv[1:]
here = Path(__file__).parent
tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
info = f"ternion-{version}.dist-info/"
files = {f"ternion/{path.name}": path.read_bytes()
         for path in sorted((here / "ternion").glob("*.py*")) if path.is_file()}
files["ternion/py.typed"] = b""
files["ternion/libternion.so"] = Path(library).read_bytes()
files[info + "METADATA"] = (
    f"Metadata-Version: 2.1\nName: ternion\nVersion: {version}\n"
    "Summary: Records and rules of three-player chess\n"
    "Requires-Python: >=3.9\n").encode()
files[info + "WHEEL"] = (
    "Wheel-Version: 1.0\nGenerator: ternion\nRoot-Is-Purelib: false\n"
    f"Tag: {tag}\n").encode()
rows = [f"{info}RECORD,,"]
for name, data in files.items():
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    rows.append(f"{name},sha256={digest.decode().rstrip('=')},{len(data)}")
files[info + "RECORD"] = "\n".join(rows + [""]).encode()
Path(folder).mkdir(exist_ok=True)
path = Path(folder) / f"ternion-{version}-{tag}.whl"
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
    for name, data in files.items():
        entry = zipfile.ZipInfo(name)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        wheel.writestr(entry, data)
print(path)
