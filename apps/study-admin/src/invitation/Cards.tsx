import { invitationSites } from '@atrium/contract'
import { type Selection, useCall } from '@atrium/ui-kit/list'
import { useStudyText } from '../texts/index.ts'
import { ChoiceTable, type ChoiceTableProps } from './ChoiceTable.tsx'
import type { useRemoteRoles } from './InvitationFrame.tsx'
import type { StudyChoosing } from './use-study-choosing.ts'

/** The suite's sites of the chosen study. */
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

/** The card in which sites that the suite has of the study are chosen. */
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
  /** Heading of the roles for those who get them; a key of `invitation`. */
  readonly kind: 'role' | 'moduleRole' | 'projectRoles' | 'tenantRole' | 'studyRole'
  /** The product's response with them. */
  readonly roles: ReturnType<typeof useRemoteRoles>
  readonly softName: string
}

/** A card in which roles of a product are chosen. */
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
