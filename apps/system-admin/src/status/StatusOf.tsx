import { openStatus } from '@atrium/contract'
import { StatusTag } from '@atrium/ui-kit/list'
import { useSystemText } from '../texts/index.ts'

/** Whether a role or a menu is open. */
export function StatusOf({ status }: { readonly status: number }) {
  const t = useSystemText()
  const open = status === openStatus.open
  return <StatusTag tone={open ? 'good' : 'plain'}>{t(open ? 'status.open' : 'status.closed')}</StatusTag>
}
