import { flushCompileCache } from 'node:module'
import { TestEnvironment } from 'jest-environment-jsdom'

/*
 * jsdom with Node's own network and encoding, so that tests can call real servers. MessageChannel and
 * BroadcastChannel are left out, because an open port would keep the run from ending.
 */
const fromNode = {
  TextEncoder,
  TextDecoder,
  fetch,
  Request,
  Response,
  Headers,
  AbortController,
  AbortSignal,
  ReadableStream,
  WritableStream,
  TransformStream,
  structuredClone,
  crypto,
}

export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    Object.assign(this.global, fromNode)
    for (const name of ['MessageChannel', 'BroadcastChannel']) Reflect.deleteProperty(this.global, name)
  }

  override async teardown(): Promise<void> {
    await super.teardown()
    // For the same reason as in `node-environment.ts`: workers run files of both environments.
    flushCompileCache()
  }
}
