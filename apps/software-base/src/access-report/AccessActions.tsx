import type { AccessRow } from '@atrium/contract'
import { useGo } from '@atrium/shared-api'
import { RowActions, useMayOpen } from '@atrium/ui-kit/list'
import { useAccessReportText } from './texts/index.ts'

/** Returns what the trail has of the person or the pending invitation, which includes the row's access. */
const historyOf = ({ userId, invitationId }: AccessRow) =>
  userId === '' ? { entity: 'invitation', entityId: invitationId } : { entity: 'app_user', entityId: userId }

/**
 * Opens the history of a row and the explanation of its access: to its product, or to whatever the reader chooses.
 * Invitations have no explanation, nor do users who may not open explanations see it.
 */
export function AccessActions({ row }: { readonly row: AccessRow }) {
  const t = useAccessReportText()
  const go = useGo()
  const mayOpen = useMayOpen('accessWhy')
  const { userId, fullName, tenantId, studyId, softwareId } = row
  const of = { userId, tenantId }
  const query = softwareId === '' ? of : { ...of, studyId, target: `product:${softwareId}` }
  const why = { label: t('why'), onChoose: () => go('accessWhy', { query }) }
  return (
    <RowActions
      itemName={fullName}
      actions={mayOpen && userId !== '' ? [why] : []}
      history={historyOf(row)}
    />
  )
}
