import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { Outcome, Target } from './target.ts'

/** Maximum number of requests that the other client makes in all steps. */
export const exhaustRequests = 500

/** Connections in each step, and pipelined requests on each. */
const connections = 100
const ahead = 100

/** Time for which a step keeps its connections open, and time limit for the other client's requests, in milliseconds. */
const stepTime = 3000
const maxWait = 10_000

/**
 * Maximum number of attempts until the other client is served. A server without resources serves none of them; a server
 * on a busy machine may be late once.
 */
const attempts = 3

const get = (path: string, host: string) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`

/** Returns the bytes that each connection of a step sends. No step reads a response. */
const steps = (path: string, host: string): Record<string, string> => ({
  'that send nothing': '',
  'that never end a header': `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nx-slow: `,
  'that never end a body': `POST /api/sys/login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  'that leave one response unread': get(path, host),
  'that leave pipelined responses unread': get(path, host).repeat(ahead),
  'that request an upgrade': `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n`,
})

function open({ protocol, hostname, port }: URL, text: string): Socket {
  const isTls = protocol === 'https:'
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)) }
  const socket = isTls ? connectTls({ ...address, servername: hostname }) : connect(address)
  socket.pause()
  // The target is expected to close the connection.
  socket.on('error', () => {})
  if (text !== '') socket.write(text)
  return socket
}

/** Returns the path of the page's largest script, or of the API description if there is no page. */
async function largestFile(origin: string): Promise<string> {
  const page = await fetch(origin).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
  const paths = [...page.matchAll(/(?:src|href)="(\/[\w./-]+\.js)"/g)].map(([, path = '']) => path)
  const sizes = await Promise.all(
    [...new Set(paths)].slice(0, 20).map(async (path) => {
      const { headers } = await fetch(`${origin}${path}`, { method: 'HEAD' })
      return { path, size: Number(headers.get('content-length') ?? 0) }
    }),
  ).catch(() => [])
  const [largest] = sizes.toSorted((one, other) => other.size - one.size)
  const path = largest?.path ?? '/api/openapi.json'
  // The first request may have to create the file, which would delay the other client's requests.
  await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(maxWait) }).then(
    (response) => response.arrayBuffer(),
    () => undefined,
  )
  return path
}

/** Sends a request as another client, and returns the fault of the response; undefined if there was none. */
async function attemptOfOther(target: Target, outcome: Outcome): Promise<string | undefined> {
  const begun = performance.now()
  const { status } = await target.send(outcome, { method: 'GET', path: '/ready', limit: maxWait })
  if (status === 0) return `got no response within ${Math.round(performance.now() - begun)} ms`
  // 429 is the limit for floods, which counts both clients as one because they share an address.
  return status === 200 || status === 429 ? undefined : `got HTTP ${status}`
}

/**
 * Sends requests as another client until one is served.
 * @returns the fault of the last response; undefined if a request was served
 */
async function faultOfOther(target: Target, outcome: Outcome): Promise<string | undefined> {
  let fault: string | undefined
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    fault = await attemptOfOther(target, outcome)
    if (!fault) return undefined
  }
  return fault
}

/**
 * Uses up as many of the target's resources as possible, and checks that another client is served during the attack
 * and afterwards.
 */
export async function exhaust(target: Target, outcome: Outcome): Promise<void> {
  const { origin } = target
  const path = await largestFile(origin)
  for (const [name, text] of Object.entries(steps(path, new URL(origin).host))) {
    if (target.isOver) return
    const sockets = Array.from({ length: connections }, () => open(new URL(origin), text))
    outcome.requests += connections
    const end = Math.min(Date.now() + stepTime, target.deadline)
    const faults = new Set<string>()
    while (Date.now() < end && !target.isOver) {
      const fault = await faultOfOther(target, outcome)
      if (fault) faults.add(fault)
      await sleep(100)
    }
    for (const socket of sockets) socket.destroy()
    const afterwards = await faultOfOther(target, outcome)
    for (const fault of faults)
      outcome.findings.push(`during ${connections} connections ${name}, another client ${fault}`)
    if (afterwards)
      outcome.findings.push(`after ${connections} connections ${name}, another client ${afterwards}`)
  }
}
