import { readFileSync } from 'node:fs'

/** Commands of npm, npx and pnpm, alone or run by Node; `npx pnpm start` has several of them. */
const runner = /^(\S*node )?(\S*\/)?p?np[mx](-cli)?(\.c?js)?( |$)/
/** Commands of shells that run a command line. */
const shell = /^(\S*\/)?sh -c /

/** A process and its parent. */
interface Link {
  readonly child: number
  readonly parent: number
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Returns Linux's status of a process. Returns '' if the process is gone or there is no /proc, and undefined if it
 * cannot be read now, e.g. because this process has too many open files.
 */
function ask(pid: number, file: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    return isGone(error) ? '' : undefined
  }
}

const commandOf = (pid: number): string => (ask(pid, 'cmdline') ?? '').replaceAll('\0', ' ')

/**
 * Returns the parent of a process: 0 if the process is gone, undefined if the parent is unknown. The fields are pid,
 * (name), state and parent; a name may contain any character.
 */
function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid
  const stat = ask(pid, 'stat')
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

/** Returns the processes from this one up to the outermost runner, or only its parent if no runner started it. */
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

// Read when this process begins: it may take minutes until the server runs, and a parent may end before then.
const links = findLinks()

/**
 * Returns whether a process above this one has ended. A signal to npx ends only npx: pnpm and the shells in between
 * keep running, and so would the server.
 */
const isAbandoned = (): boolean =>
  links.some(({ child, parent }) => {
    const current = parentOf(child)
    return current !== undefined && current !== parent
  })

/** Interval at which the processes above this one are checked, in milliseconds. */
const checkInterval = 1000

/**
 * Time after the first signal in which further signals are ignored, in milliseconds. Ctrl-C reaches the whole group,
 * and a package manager in the group forwards its own signal.
 */
const repeatLimit = 1000

interface Stopping {
  /** Stops the server after the requests in flight. */
  readonly stop: () => void
  /** Drops requests in flight, on a second signal. */
  readonly stopNow: () => void
}

/**
 * Stops the server on SIGINT or SIGTERM, and when a process above it has ended. A second signal, more than a second
 * later, drops requests in flight.
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
