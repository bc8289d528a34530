/*
 * The entries of ui-kit that the shell provides to remotes. They must be imported somewhere in its
 * build, or a remote that asks for them finds nobody who has them.
 */

const usual = [
  () => import('@atrium/ui-kit/sign-in'),
  () => import('@atrium/ui-kit/overlay'),
  () => import('@atrium/ui-kit/list'),
  () => import('@atrium/ui-kit/pickers'),
  () => import('@atrium/ui-kit/icons'),
]

/** Those that single screens use, and fetch. */
export const special = [() => import('@atrium/ui-kit/calendar'), () => import('@atrium/ui-kit/sessions')]

/** Fetches the blocks that every administration screen uses, ahead of the first such screen; never throws. */
export const warmUp = (): void => {
  for (const entry of usual) entry().catch(() => undefined)
}
