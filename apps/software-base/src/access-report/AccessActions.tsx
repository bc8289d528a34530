import type { AccessRow } from '@atrium/contract'
import { useGo } from '@atrium/shared-api'
import { RowButton, useMayOpen } from '@atrium/ui-kit/list'
import { useAccessReportText } from './texts/index.ts'

/**
 * Opens the explanation of a row's access: to its product, or to whatever the reader chooses. Renders nothing for
 * invitations and for users who may not open explanations.
 */
export function WhyButton({ row }: { readonly row: AccessRow }) {
  const t = useAccessReportText()
  const go = useGo()
  const mayOpen = useMayOpen('accessWhy')
  const { userId, fullName, tenantId, studyId, softwareId } = row
  if (!mayOpen || userId === '') return null
  const of = { userId, tenantId }
  const query = softwareId === '' ? of : { ...of, studyId, target: `product:${softwareId}` }
  return <RowButton label={t('why')} itemName={fullName} onChoose={() => go('accessWhy', { query })} />
}
