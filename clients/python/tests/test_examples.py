"""Runs examples/shop.py and the samples of the guide page; see test_client.py."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from test_client import SOURCE, TOKEN, URL, row, unique

from orderdock import Orderdock

REPOSITORY = Path(__file__).resolve().parents[3]


class Examples(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_program(self, *args, **environment) -> subprocess.CompletedProcess:
        env = {**os.environ, "URL": URL, "TOKEN": TOKEN, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
        return subprocess.run([sys.executable, *map(str, args)], env=env, cwd=self.folder, text=True, capture_output=True, timeout=120)

    def test_shop_sorts_sent_and_rejected_orders_and_attaches_files(self) -> None:
        good, bad = unique(), unique()
        orders = {"1": [row(good, "1"), row(good, "2")], "2": [row(bad), row(bad, "2", product={"code": "NOPE"})]}
        for name, rows in orders.items():
            (self.folder / f"{name}.json").write_text(json.dumps(rows, default=float))
        (self.folder / "1.pdf").write_bytes(b"%PDF-1.4\n")
        (self.folder / "3.json").write_text(json.dumps([row(unique(), qty="1,5")]))
        stranger = self.run_program(REPOSITORY / "examples/shop.py", self.folder, TOKEN="od_wrong")
        self.assertEqual((stranger.returncode, len(list(self.folder.glob("*.json")))), (1, 3), stranger.stderr)
        done = self.run_program(REPOSITORY / "examples/shop.py", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^1\.json sent$")
        self.assertRegex(done.stdout, r"(?m)^2\.json .*product\.unknown /requests/1/product/code")
        self.assertRegex(done.stdout, r"(?m)^3\.json number\.decimal_comma /requests/0/qty")
        self.assertEqual(sorted(one.name for one in (self.folder / "sent").iterdir()), ["1.json", "1.pdf"])
        self.assertEqual(sorted(one.name for one in (self.folder / "rejected").iterdir()), ["2.json", "3.json"])
        with Orderdock(URL, TOKEN) as client:
            found = client.find_incoming_order(SOURCE, good)
        self.assertEqual((len(found["candidates"]), found["attachments"][0]["filename"]), (2, "1.pdf"))

    def test_samples_of_the_guide_run(self) -> None:
        page = (REPOSITORY / "docs/guide/client-libraries.md").read_text()
        blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
        self.assertGreaterEqual(len(blocks), 6)
        (self.folder / "samples.py").write_text("\n".join(blocks))
        (self.folder / "order.pdf").write_bytes(b"%PDF-1.4\n")
        done = self.run_program("samples.py", WEBHOOK_SECRET="whsec_AAAA")
        self.assertEqual(done.returncode, 0, done.stderr)
        # the rows exist if the demo was used before
        self.assertRegex(done.stdout, r"(?m)^(created|unchanged) \w+$")


if __name__ == "__main__":
    unittest.main()
