import { readFileSync } from 'node:fs'

/** npm, npx and pnpm, by themselves or run by Node; `npx pnpm start` has several of them. */
const runner = /^(\S*node )?(\S*\/)?p?np[mx](-cli)?(\.c?js)?( |$)/
/** Shells that run their commands. */
const shell = /^(\S*\/)?sh -c /

/** A process and the one that started it. */
interface Link {
  readonly child: number
  readonly parent: number
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Linux's status of a process; '' if it is gone, or there is no /proc; undefined if it cannot be read now, e.g. because
 * this process has too many open files.
 */
function ask(pid: number, file: 'stat' | 'cmdline'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    return isGone(error) ? '' : undefined
  }
}

const commandOf = (pid: number): string => (ask(pid, 'cmdline') ?? '').replaceAll('\0', ' ')

/** The fields are pid, (name), state, parent; a name may contain anything. 0 if it is gone, undefined if unknown. */
function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid
  const stat = ask(pid, 'stat')
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

/** Processes from this one up to the outermost runner; only to its parent if no runner started it. */
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
 * Returns whether one of the processes that started this one is gone. A signal to npx ends only npx: pnpm and the
 * shells between live on and would keep the server.
 */
const isAbandoned = (): boolean =>
  links.some(({ child, parent }) => {
    const current = parentOf(child)
    return current !== undefined && current !== parent
  })

/** How often it is looked whether those who started this process are still there, in milliseconds. */
const checkInterval = 1000

/**
 * How long after the first signal another one counts as the same, in milliseconds: Ctrl-C reaches the whole group, and
 * a package manager in it forwards its own.
 */
const repeatLimit = 1000

interface Stopping {
  /** The server is to stop: it finishes what is in flight. */
  readonly stop: () => void
  /** Drops requests in flight, on a second signal. */
  readonly stopNow: () => void
}

/**
 * Calls back when the server is to stop: on SIGINT or SIGTERM, and when one of its starters is gone. Another signal
 * after a second means that it should hurry.
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
