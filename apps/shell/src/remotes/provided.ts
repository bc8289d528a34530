/**
 * The entries of ui-kit that the shell provides to remotes. They must be imported somewhere in its
 * build, or a remote that asks for them finds nobody who has them.
 */
const entries = [
  () => import('@atrium/ui-kit/sign-in'),
  () => import('@atrium/ui-kit/overlay'),
  () => import('@atrium/ui-kit/list'),
  () => import('@atrium/ui-kit/pickers'),
  () => import('@atrium/ui-kit/icons'),
]

/** Fetches the blocks that every administration screen uses, ahead of the first such screen; never throws. */
export const warmUp = (): void => {
  for (const entry of entries) entry().catch(() => undefined)
}
