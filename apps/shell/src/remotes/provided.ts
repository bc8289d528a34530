/**
 * Entries of ui-kit that the shell provides to remotes. The shell's build must import them somewhere, or remotes
 * cannot use them. They are only fetched on demand.
 */
export const providedModules = [
  () => import('@atrium/ui-kit/sign-in'),
  () => import('@atrium/ui-kit/overlay'),
  () => import('@atrium/ui-kit/list'),
  () => import('@atrium/ui-kit/pickers'),
  () => import('@atrium/ui-kit/picker-dialog'),
  () => import('@atrium/ui-kit/icons'),
  () => import('@atrium/ui-kit/calendar'),
  () => import('@atrium/ui-kit/reorder'),
  () => import('@atrium/ui-kit/sessions'),
  () => import('@atrium/ui-kit/invitations'),
  () => import('@atrium/ui-kit/licence-holders'),
  () => import('@atrium/ui-kit/wanted-access'),
  () => import('@atrium/ui-kit/history'),
  () => import('@atrium/ui-kit/tree'),
]
