// The wire: JSON-RPC 2.0, one message a line, on standard input and output.
//
// Only replies go to standard output; console.error() is for everything else, and the kit shows it when
// something fails.

import { createInterface } from "node:readline";
import { Rejected, Unsupported } from "./refusals.js";
import { CLAIM, RULES, Session } from "./session.js";

const sessions = new Map();

const methods = {
  hello({ protocol }) {
    if (!Array.isArray(protocol) || !protocol.includes(1)) {
      throw new Unsupported("this adapter speaks protocol 1");
    }
    return {
      protocol: 1,
      name: "my-adapter",
      version: "0.1.0",
      language: "JavaScript",
      rules: { [RULES]: CLAIM },
      // What is not claimed is not compared. Left to claim: "events", "rank", "carry".
      capabilities: ["play", "menu", "codes", "pot", "stacks", "actor", "phase", "last_hand", "details", "seat_view"],
    };
  },

  new({ session, rules, ...setup }) {
    if (sessions.has(session)) throw new Error(`there is a session ${session} already`);
    if (rules !== RULES) throw new Unsupported(`${rules} is not played here`);
    const playing = new Session(setup);
    sessions.set(session, playing);
    return playing.view(null);
  },

  act({ session, actor, action }) {
    const playing = find(session);
    playing.act(actor, action);
    return playing.view(null);
  },

  view({ session, seat = null }) {
    return find(session).view(seat);
  },

  end({ session }) {
    find(session);
    sessions.delete(session);
    return {};
  },

  bye() {
    return {};
  },
};

function find(session) {
  const playing = sessions.get(session);
  if (playing === undefined) throw new Error(`there is no session ${session}`);
  return playing;
}

/** The request on one line; what is wrong with it otherwise. */
function read(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch (error) {
    return { wrong: failure(null, -32700, `not JSON: ${error.message}`) };
  }
  const id = request?.id ?? null;
  if (typeof request?.method !== "string") return { wrong: failure(id, -32600, "not a request") };
  const params = request.params ?? {};
  if (typeof params !== "object" || Array.isArray(params)) {
    return { wrong: failure(id, -32602, "params is an object") };
  }
  return { id, method: request.method, params };
}

/** The reply to a request. Whatever is thrown becomes one of three kinds of error, never a crash. */
function answer({ id, method, params }) {
  if (!Object.hasOwn(methods, method)) return failure(id, -32601, `there is no method ${method}`);
  try {
    return { jsonrpc: "2.0", id, result: methods[method](params) };
  } catch (error) {
    if (error instanceof Rejected) {
      return failure(id, -32001, error.message, { code: error.code, clause: error.clause });
    }
    if (error instanceof Unsupported) return failure(id, -32601, error.message);
    console.error(error);
    return failure(id, -32603, error.message);
  }
}

function failure(id, code, message, data) {
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const request = read(line);
  const reply = request.wrong ?? answer(request);
  process.stdout.write(`${JSON.stringify(reply)}\n`);
  if (request.method === "bye") break;
}
process.stdin.destroy();
