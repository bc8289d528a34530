import { ctmsChanges, etmfChanges, inviteCtms, inviteEtmf } from '@atrium/contract'
import { useLanguage } from '@atrium/shared-api'
import { createSelection, nameIn } from '@atrium/ui-kit/list'
import { useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { RolesCard, SitesCard, useInvitationSites } from './Cards.tsx'
import { ChoiceTable } from './ChoiceTable.tsx'
import { chosenIn, chosenOf, idsChosenOf, sentRole, useChosen } from './choices.ts'
import { trialInWords } from './grants.ts'
import { InvitationFrame, type ProductProps, useRemoteRoles } from './InvitationFrame.tsx'
import { trialInvitation } from './trial.ts'
import { useStudyChoosing } from './use-study-choosing.ts'

function createChoices() {
  const choices = {
    sites: createSelection(),
    tenantRoles: createSelection(true),
    studyRoles: createSelection(true),
    further: createSelection(),
  }
  return { ...choices, within: Object.values(choices) }
}

interface Small {
  readonly id: string
  readonly name: string
}

/** Returns a product's items with their names in one language and their original names. */
const namedIn = (language: 'zh' | 'en', things: readonly Small[] = []) =>
  things.map(({ id, name }) => ({ id, name: nameIn(language, name), sent: name }))

/** Invitation into CTMS or eTMF: sites, one role in the tenant, a default role in the study, and further roles there. */
export default function TrialPanel({ ownSites, ...props }: ProductProps & { readonly ownSites: boolean }) {
  const t = useStudyText()
  const language = useLanguage()
  const [{ sites, tenantRoles, studyRoles, further, within }] = useState(createChoices)
  const choosing = useStudyChoosing({ ...props, within: () => within })
  const { study } = choosing
  const roles = useRemoteRoles(choosing)
  const ofSuite = useInvitationSites(choosing, !ownSites)
  const { data } = roles
  const siteRows = useMemo(
    () => (ownSites ? data && namedIn(language, data.sites) : ofSuite.data),
    [ownSites, data, ofSuite.data, language],
  )
  const ofTenant = useMemo(() => namedIn(language, data?.tenantRoles), [data, language])
  const ofStudy = useMemo(() => namedIn(language, data?.studyRoles), [data, language])
  const defaultId = useChosen([studyRoles], () => chosenIn(studyRoles))
  const others = useMemo(() => ofStudy.filter(({ id }) => id !== defaultId), [ofStudy, defaultId])
  const prepare = () =>
    trialInvitation({
      study,
      siteIds: idsChosenOf(siteRows, sites),
      available: siteRows?.length ?? 0,
      tenantRole: chosenOf(ofTenant, tenantRoles).map(sentRole)[0],
      studyRole: chosenOf(ofStudy, studyRoles).map(sentRole)[0],
      further: chosenOf(others, further).map(sentRole),
    })
  const answered = { roles, softName: props.softName }
  return (
    <InvitationFrame
      {...props}
      call={ownSites ? inviteEtmf : inviteCtms}
      changes={ownSites ? etmfChanges : ctmsChanges}
      inWords={(grant) => trialInWords(language, grant, ownSites, data)}
      choosing={choosing}
      roles={roles}
      within={within}
      prepare={prepare}
    >
      {ownSites ? (
        <ChoiceTable
          title={t('invitation.sites')}
          name="invitationSites"
          rows={siteRows}
          selection={sites}
          empty={t('invitation.noOwnSite', { software: props.softName })}
          onRefresh={roles.refetch}
        />
      ) : (
        <SitesCard sites={ofSuite} selection={sites} />
      )}
      <RolesCard kind="tenantRole" {...answered} rows={ofTenant} selection={tenantRoles} />
      <RolesCard kind="studyRole" {...answered} rows={ofStudy} selection={studyRoles} />
      <ChoiceTable
        title={t('invitation.furtherRoles')}
        name="invitationFurtherRoles"
        rows={others}
        selection={further}
        empty={t('invitation.noFurtherRole')}
        onRefresh={roles.refetch}
      />
    </InvitationFrame>
  )
}
