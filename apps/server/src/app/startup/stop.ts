import { readFileSync } from 'node:fs'

/** npm, npx and pnpm by themselves or run by Node; several stand one behind the other in `npx pnpm start`. */
const runner = /^(\S*node )?(\S*\/)?p?np[mx](-cli)?(\.c?js)?( |$)/
/** What they run commands in. */
const shell = /^(\S*\/)?sh -c /

/** A process and the one that started it. */
interface Link {
  readonly child: number
  readonly parent: number
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * What Linux says of a process; '' if it is gone, or there is no /proc; undefined if it cannot be read now, as
 * when this process has as many files open as it may.
 */
function ask(pid: number, file: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    return isGone(error) ? '' : undefined
  }
}

const commandOf = (pid: number): string => (ask(pid, 'cmdline') ?? '').replaceAll('\0', ' ')

/** The fields are pid, (name), state, parent; a name may hold anything. 0 where it is gone, undefined where unknown. */
function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid
  const stat = ask(pid, 'stat')
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

/** From this process up to the outermost runner; to its parent alone where no runner started it. */
function findLinks(): readonly Link[] {
  const links: Link[] = []
  let counted = 1
  for (let child = process.pid, parent = process.ppid; parent > 1; ) {
    links.push({ child, parent })
    const command = commandOf(parent)
    if (runner.test(command)) counted = links.length
    else if (!shell.test(command)) break
    child = parent
    parent = parentOf(parent) ?? 0
  }
  return links.slice(0, counted)
}

// As this process begins: until it is a server, minutes may go by in which one of them ends.
const links = findLinks()

/**
 * Whether one of the processes that this one was started through is gone. A signal to npx alone ends npx alone: pnpm
 * and the shells between live on and would keep the server.
 */
const isAbandoned = (): boolean =>
  links.some(({ child, parent }) => {
    const current = parentOf(child)
    return current !== undefined && current !== parent
  })

/** How often it is looked whether those who started this process are still there, in milliseconds. */
const checkInterval = 1000

/**
 * For so long after the first signal another one is the same, in milliseconds: Ctrl-C reaches the whole group, and a
 * package manager in it passes its own on.
 */
const repeatLimit = 1000

interface Stopping {
  /** The server is to stop: it finishes what is in flight. */
  readonly stop: () => void
  /** The server is to drop what is in flight: told once more, later. */
  readonly stopNow: () => void
}

/**
 * Says when the server is to stop: on SIGINT or SIGTERM, and when one of those who started it is gone. Whoever sends
 * another signal after a second wants it to be quick about it.
 */
export function onStop({ stop, stopNow }: Stopping): void {
  let begun: number | undefined
  const begin = () => {
    if (begun !== undefined) return
    begun = performance.now()
    clearInterval(watch)
    stop()
  }
  const watch = setInterval(() => {
    if (isAbandoned()) begin()
  }, checkInterval).unref()
  const receive = () => {
    if (begun === undefined) begin()
    else if (performance.now() - begun >= repeatLimit) stopNow()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, receive)
}
