// A demo server for tests and recordings: `orderdock demo` with a new data folder and a free port.

import { spawn } from "node:child_process";
import { resolve } from "node:path";

const START_SECONDS = 60;

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Demo {
  /** Starts the binary `server` in `folder`, which receives the data folder `orderdock-demo`. */
  constructor(server, folder) {
    // runs are started by the caller only, so that none happens at the full minute
    const options = ["demo", "--data-dir", "orderdock-demo", "--listen", "127.0.0.1:0", "--scheduler=false"];
    this.process = spawn(resolve(server), options, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    this.output = "";
    this.log = "";
    this.process.stdout.on("data", (bytes) => (this.output += bytes));
    this.process.stderr.on("data", (bytes) => (this.log += bytes));
    this.ended = new Promise((done) => this.process.on("close", done));
  }

  async started() {
    const value = (name) => this.output.match(new RegExp(`^${name}: +(\\S+)$`, "m"))?.[1];
    for (let tenth = 0; tenth < START_SECONDS * 10; tenth += 1) {
      if (value("Token")) return { URL: value("URL"), TOKEN: value("Token") };
      if (this.process.exitCode !== null) break;
      await wait(100);
    }
    throw new Error(`the demo did not start:\n${this.log}`);
  }

  async stop() {
    this.process.kill();
    await this.ended;
  }
}
