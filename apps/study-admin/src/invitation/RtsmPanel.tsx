import { blinding, inviteIwrs, iwrsChanges, type RtsmProject } from '@atrium/contract'
import { useLanguage } from '@atrium/shared-api'
import { createSelection, EmptyState, nameIn, type Selection, Tabs } from '@atrium/ui-kit/list'
import { useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { BlindChoice } from './BlindChoice.tsx'
import { RolesCard, SitesCard, useInvitationSites } from './Cards.tsx'
import { ChoiceTable } from './ChoiceTable.tsx'
import { chosenIn, idsChosenOf, useChosen } from './choices.ts'
import { rtsmInWords } from './grants.ts'
import { InvitationFrame, type ProductProps, useRemoteRoles } from './InvitationFrame.tsx'
import { isChanged, type RtsmProjectChoice, rtsmInvitation } from './rtsm.ts'
import { useStudyChoosing } from './use-study-choosing.ts'

const createChoices = () => ({
  roles: createSelection(true),
  sites: createSelection(),
  stockHouses: createSelection(),
  /** Contains `unblinded` if the role sees the treatment allocation. */
  blinding: createSelection(true),
  /** Reason for unblinding, as typed. */
  reason: { text: '' },
})
type Choices = ReturnType<typeof createChoices>

const unblinded = 'unblinded'

/** Creates the choices of each project by project id. */
function createChoicesByProject() {
  const byProject = new Map<string, Choices>()
  return {
    of: (projectId: string): Choices => {
      const choices = byProject.get(projectId) ?? createChoices()
      byProject.set(projectId, choices)
      return choices
    },
    all: (): Selection[] =>
      [...byProject.values()].flatMap((of) => [of.roles, of.sites, of.stockHouses, of.blinding]),
  }
}

/** Returns the selected role of a project, undefined if there is none. */
const roleIn = ({ RoleList }: RtsmProject, { roles }: Choices) =>
  RoleList.find(({ Id }) => roles.ids().has(Id))

const blindingIn = (choices: Choices) =>
  chosenIn(choices.blinding) === unblinded ? blinding.unblinded : blinding.blinded

interface ProjectProps {
  readonly project: RtsmProject
  readonly choices: Choices
  readonly sites: ReturnType<typeof useInvitationSites>
  readonly roles: ReturnType<typeof useRemoteRoles>
  readonly softName: string
}

/** Choices in one project: a role, sites, depots and blinding. */
function ProjectPanel({ project, choices, sites, roles, softName }: ProjectProps) {
  const t = useStudyText()
  const language = useLanguage()
  const { RoleList, StockHouseList } = project
  const named = useMemo(() => {
    const inLanguage = (things: RtsmProject['RoleList']) =>
      things.map(({ Id, Name }) => ({ id: Id, name: nameIn(language, Name) }))
    return { roles: inLanguage(RoleList), stockHouses: inLanguage(StockHouseList) }
  }, [RoleList, StockHouseList, language])
  const ofBlinding = useMemo(() => [choices.blinding, choices.roles], [choices])
  const isBlind = useChosen(ofBlinding, () => blindingIn(choices))
  const roleIsBlind = useChosen(ofBlinding, () => roleIn(project, choices)?.IsBlind ?? '')
  return (
    <div className="invitation-project">
      <RolesCard kind="role" roles={roles} softName={softName} rows={named.roles} selection={choices.roles} />
      <BlindChoice
        isBlind={isBlind}
        roleIsBlind={roleIsBlind === '' ? undefined : roleIsBlind}
        softName={softName}
        reason={choices.reason}
        onBlind={(value) => {
          choices.reason.text = ''
          choices.blinding.set([unblinded], value === blinding.unblinded)
        }}
      />
      <SitesCard sites={sites} selection={choices.sites} />
      <ChoiceTable
        title={t('invitation.stockHouses')}
        name="invitationStockHouses"
        rows={named.stockHouses}
        selection={choices.stockHouses}
        empty={t('invitation.noStockHouse')}
        onRefresh={roles.refetch}
      />
    </div>
  )
}

const noProjects: readonly RtsmProject[] = []

/** Invitation into RTSM (IWRS), with a tab for each of the study's projects. Only projects with choices are sent. */
export default function RtsmPanel(props: ProductProps) {
  const t = useStudyText()
  const language = useLanguage()
  const [byProject] = useState(createChoicesByProject)
  const choosing = useStudyChoosing({ ...props, within: byProject.all })
  const { study } = choosing
  const roles = useRemoteRoles(choosing)
  const ofSuite = useInvitationSites(choosing)
  const projects = roles.data?.List ?? noProjects
  const [asked, show] = useState('')
  const shown = projects.find(({ Id }) => Id === asked) ?? projects[0]
  const within = useMemo(() => {
    for (const { Id } of projects) byProject.of(Id)
    return byProject.all()
  }, [projects, byProject])
  const chosenFor = (project: RtsmProject): RtsmProjectChoice => {
    const choices = byProject.of(project.Id)
    const { sites, stockHouses } = choices
    const role = roleIn(project, choices)
    return {
      project,
      roleId: role?.Id ?? '',
      roleName: role?.Name ?? '',
      siteIds: idsChosenOf(ofSuite.data, sites),
      stockHouseIds: project.StockHouseList.map(({ Id }) => Id).filter((id) => stockHouses.ids().has(id)),
      isBlind: blindingIn(choices),
      roleIsBlind: role?.IsBlind,
      unblindingReason: choices.reason.text,
    }
  }
  const changed = useChosen(within, () =>
    JSON.stringify(projects.filter((project) => isChanged(chosenFor(project))).map(({ Id }) => Id)),
  )
  const isMarked = (id: string) => JSON.parse(changed).includes(id)
  return (
    <InvitationFrame
      {...props}
      call={inviteIwrs}
      changes={iwrsChanges}
      inWords={(grant) => rtsmInWords(language, grant, roles.data, ofSuite.data)}
      choosing={choosing}
      roles={roles}
      within={within}
      prepare={() => rtsmInvitation(study, projects.map(chosenFor))}
    >
      {shown ? (
        <div className="invitation-projects">
          <Tabs
            label={t('invitation.projects')}
            tabs={projects.map(({ Id, ProjectName }) => ({
              key: Id,
              label: nameIn(language, ProjectName),
              mark: isMarked(Id) ? { tone: 'info', label: t('invitation.changed') } : undefined,
            }))}
            shown={shown.Id}
            onShow={show}
          >
            <ProjectPanel
              key={shown.Id}
              project={shown}
              choices={byProject.of(shown.Id)}
              sites={ofSuite}
              roles={roles}
              softName={props.softName}
            />
          </Tabs>
        </div>
      ) : (
        <div className="card invitation-wait">
          <EmptyState title={t('invitation.noProject', { software: props.softName })} />
        </div>
      )}
    </InvitationFrame>
  )
}
