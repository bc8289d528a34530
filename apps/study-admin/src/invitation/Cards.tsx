import { invitationSites } from '@atrium/contract'
import { type Selection, useCall } from '@atrium/ui-kit/list'
import { useStudyText } from '../texts/index.ts'
import { ChoiceTable, type ChoiceTableProps } from './ChoiceTable.tsx'
import type { useRemoteRoles } from './InvitationFrame.tsx'
import type { StudyChoosing } from './use-study-choosing.ts'

/** Fetches the suite's sites of the chosen study. */
export const useInvitationSites = ({ study }: StudyChoosing, enabled = true) =>
  useCall(
    invitationSites,
    { studyUrlId: study?.studyUrlId ?? '' },
    { enabled: enabled && study !== undefined },
  )

interface SitesCardProps {
  readonly sites: ReturnType<typeof useInvitationSites>
  readonly selection: Selection
}

/** Card to choose sites that the suite has for the study. */
export function SitesCard({ sites, selection }: SitesCardProps) {
  const t = useStudyText()
  return (
    <ChoiceTable
      title={t('invitation.sites')}
      name="invitationSites"
      rows={sites.data}
      selection={selection}
      empty={t('invitation.noSite')}
      emptyHint={t('invitation.noSiteHint')}
      error={sites.error}
      onRefresh={sites.refetch}
    />
  )
}

interface RolesCardProps extends Pick<ChoiceTableProps, 'rows' | 'selection' | 'further' | 'note'> {
  /** Heading of the card, as a text key in `invitation`. */
  readonly kind: 'role' | 'moduleRole' | 'projectRoles' | 'tenantRole' | 'studyRole'
  /** The product's response with the roles. */
  readonly roles: ReturnType<typeof useRemoteRoles>
  readonly softName: string
}

/** Card to choose roles of a product. */
export function RolesCard({ kind, roles, softName, ...table }: RolesCardProps) {
  const t = useStudyText()
  return (
    <ChoiceTable
      {...table}
      title={t(`invitation.${kind}`)}
      name={`invitation.${kind}`}
      empty={t('invitation.noRole', { software: softName })}
      onRefresh={roles.refetch}
    />
  )
}
