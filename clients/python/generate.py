"""Generates src/orderdock/types.py and _decimal_members.py from docs/openapi.json with datamodel-code-generator; `--check` only
compares. Needs datamodel-code-generator==0.89.0."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "src/orderdock"
DOCUMENT = ROOT.parents[1] / "docs/openapi.json"
HEAD = "# Generated from docs/openapi.json by clients/python/generate.py.\n"


def types_of(schema):
    kind = schema.get("type")
    return kind if isinstance(kind, list) else [kind]


def is_decimal(schema):
    return schema.get("$ref", "").endswith("/Decimal") or ("number" in types_of(schema) and "string" not in types_of(schema))


def decimal_members(part, found):
    """Names of all decimal properties."""
    if isinstance(part, dict):
        for name, schema in (part.get("properties") or {}).items():
            if isinstance(schema, dict) and any(map(is_decimal, [schema, *schema.get("oneOf", []), *schema.get("anyOf", [])])):
                found.add(name)
        for value in part.values():
            decimal_members(value, found)
    elif isinstance(part, list):
        for value in part:
            decimal_members(value, found)
    return found


def adapt(part, is_request):
    """Changes the schemas so that the types suit Python: codes are texts or integers, decimals of requests also integers."""
    if isinstance(part, list):
        for value in part:
            adapt(value, is_request)
    if not isinstance(part, dict):
        return
    if part.get("additionalProperties") is False:
        part.pop("additionalProperties")
    kinds = types_of(part)
    if "number" in kinds and "string" in kinds:
        part["type"] = [kind if kind != "number" else "integer" for kind in kinds]
    elif "number" in kinds and is_request:
        others = [{"type": kind} for kind in kinds if kind != "number"]
        description = part.get("description")
        part.clear()
        part["anyOf"] = [{"type": "number", "format": "decimal"}, {"type": "integer"}, *others]
        if description:
            part["description"] = description
        return
    elif part.get("format") in ("date-time", "date", "int32", "int64"):
        part.pop("format")
    for value in list(part.values()):
        adapt(value, is_request)


OPTIONS = """--input-file-type openapi --output-model-type typing.TypedDict --target-python-version 3.11
--use-standard-collections --use-union-operator --disable-timestamp --enum-field-as-literal all --strict-nullable
--use-schema-description --formatters black --disable-warnings""".split()


def generate_types(document):
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder) / "openapi.json", Path(folder) / "types.py"
        source.write_text(json.dumps(document))
        command = [sys.executable, "-m", "datamodel_code_generator", "--input", source, "--output", output]
        subprocess.run([*command, *OPTIONS], check=True)
        text = output.read_text()
    body = text.split("\n", 2)[2].lstrip("\n").replace("from typing_extensions import TypedDict\n", "")
    body = body.replace("NotRequired, TypeAlias\n", "NotRequired, TypeAlias, TypedDict\n", 1)
    assert "float" not in body, "an amount would lose digits"
    return HEAD + body


def generate():
    document = json.loads(DOCUMENT.read_text())
    schemas = document["components"]["schemas"]
    names = "".join(f"        {json.dumps(name)},\n" for name in sorted(decimal_members(schemas, set())))
    members = f'"""Names of members that are decimals."""\n\nDECIMAL_MEMBERS = frozenset(\n    [\n{names}    ]\n)\n'
    for name, schema in schemas.items():
        adapt(schema, is_request=name != "Decimal" and not name.startswith("Stored"))
    types = {"openapi": document["openapi"], "info": document["info"], "paths": {}, "components": {"schemas": schemas}}
    return {"types.py": generate_types(types), "_decimal_members.py": HEAD + members}


for file, text in generate().items():
    if "--check" not in sys.argv:
        (PACKAGE / file).write_text(text)
    elif (PACKAGE / file).read_text() != text:
        sys.exit(f"clients/python/src/orderdock/{file} is out of date: run clients/python/generate.py")
