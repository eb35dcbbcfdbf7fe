#!/usr/bin/env python3
"""Packs the bundled extension and a program for VS Code:
vsix.py VERSION PROGRAM FOLDER. The same input gives the same bytes. $REPOSITORY
is the address of the sources, if they have one."""
import json
import os
import platform
import sys
import zipfile
from pathlib import Path

version, program, folder = sys.argv[1:]
here = Path(__file__).resolve().parent
target = "linux-" + {"x86_64": "x64", "aarch64": "arm64"}.get(
    platform.machine(), platform.machine())
package = json.loads((here / "package.json").read_text())
package["version"] = version
for key in ("private", "dependencies", "devDependencies"):
    package.pop(key)
if os.environ.get("REPOSITORY"):
    package["repository"] = {"type": "git", "url": os.environ["REPOSITORY"]}
files = {"extension/package.json": json.dumps(package, indent=2).encode()}
for name in ("README.md", "language-configuration.json", "dist/extension.js",
             "ternion.tmLanguage.json", "snippets.json", "icon.png",
             "board.png"):
    files["extension/" + name] = (here / name).read_bytes()
files["extension/dist/record.schema.json"] = (
    here.parents[2] / "formats/tree/record.schema.json").read_bytes()
files["extension/LICENSE.txt"] = (here.parents[2] / "LICENSE").read_bytes()
files["extension/bin/ternion"] = Path(program).read_bytes()
asset = '<Asset Type="Microsoft.VisualStudio.{}" Path="extension/{}" Addressable="true"/>'
files["extension.vsixmanifest"] = f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="{package["name"]}" Version="{version}" Publisher="{package["publisher"]}" TargetPlatform="{target}"/>
<DisplayName>{package["displayName"]}</DisplayName>
<Description xml:space="preserve">{package["description"]}</Description>
<Categories>{",".join(package["categories"])}</Categories>
<License>extension/LICENSE.txt</License>
<Icon>extension/icon.png</Icon>
<Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="{package["engines"]["vscode"]}"/></Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
{asset.format("Code.Manifest", "package.json")}
{asset.format("Services.Content.Details", "README.md")}
{asset.format("Services.Icons.Default", "icon.png")}
</Assets>
</PackageManifest>
""".encode()
types = {".js": "application/javascript", ".json": "application/json",
         ".md": "text/markdown", ".png": "image/png", ".txt": "text/plain",
         ".vsixmanifest": "text/xml"}
files["[Content_Types].xml"] = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    "".join(f'<Default Extension="{suffix}" ContentType="{kind}"/>'
            for suffix, kind in types.items()) +
    '<Override PartName="/extension/bin/ternion" '
    'ContentType="application/octet-stream"/></Types>\n').encode()
Path(folder).mkdir(exist_ok=True)
path = Path(folder) / f"ternion-{version}-{target}.vsix"
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as vsix:
    for name, data in files.items():
        entry = zipfile.ZipInfo(name)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o755 if "/bin/" in name else 0o644) << 16
        vsix.writestr(entry, data)
print(path)
