import { execFileSync, spawnSync } from 'node:child_process'

/** The account that PostgreSQL runs under; undefined means our own. */
export type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root, who therefore runs it as nobody. */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Whether an account can enter a folder or run a file: asked of the system, which knows every mode and ACL. */
export function canEnter(account: Account, path: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  )
}
