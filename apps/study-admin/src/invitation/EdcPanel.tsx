import { edcChanges, inviteEdc, moduleRole } from '@atrium/contract'
import { useLanguage } from '@atrium/shared-api'
import { type Column, createSelection, nameIn } from '@atrium/ui-kit/list'
import { CheckBox } from '@atrium/ui-kit/overlay'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useStudyText } from '../texts/index.ts'
import { RolesCard, SitesCard, useInvitationSites } from './Cards.tsx'
import {
  type Choosable,
  chosenOf,
  createRolesByEnvironment,
  idsChosenOf,
  type RolesByEnvironment,
  sentRole,
} from './choices.ts'
import { edcInvitation } from './edc.ts'
import { edcInWords } from './grants.ts'
import { InvitationFrame, type ProductProps, useRemoteRoles } from './InvitationFrame.tsx'
import { useStudyChoosing } from './use-study-choosing.ts'

function createChoices() {
  const [sites, moduleRoles, byEnvironment] = [
    createSelection(),
    createSelection(true),
    createRolesByEnvironment(),
  ]
  return { sites, moduleRoles, byEnvironment, within: [sites, moduleRoles, byEnvironment.roles] }
}

interface BoxProps {
  readonly chosen: RolesByEnvironment
  readonly role: Choosable
  readonly environment: Choosable
}

/** Checkbox that grants a role in an environment. */
function EnvironmentBox({ chosen, role, environment }: BoxProps) {
  const t = useStudyText()
  const checked = useSyncExternalStore(chosen.subscribe, () => chosen.has(role.id, environment.id))
  return (
    <CheckBox
      name={t('invitation.roleIn', { role: role.name, environment: environment.name })}
      checked={checked}
      onChange={(checked) => chosen.set(role.id, environment.id, checked)}
    />
  )
}

/** Invitation into EDC: sites of the study, one module role, and roles in the study with their environments. */
export default function EdcPanel(props: ProductProps) {
  const t = useStudyText()
  const language = useLanguage()
  const [choices] = useState(createChoices)
  const { sites, moduleRoles, byEnvironment, within } = choices
  const choosing = useStudyChoosing({ ...props, within: () => within })
  const { study } = choosing
  const roles = useRemoteRoles(choosing)
  const ofSuite = useInvitationSites(choosing)
  const { RoleInfos, Environments } = roles.data ?? {}
  const named = useMemo(
    () =>
      RoleInfos?.map(({ Id, Name, FType }) => ({
        id: Id,
        name: nameIn(language, Name),
        sent: Name,
        isModuleRole: FType === moduleRole,
      })) ?? [],
    [RoleInfos, language],
  )
  const ofModules = useMemo(() => named.filter(({ isModuleRole }) => isModuleRole), [named])
  const ofStudies = useMemo(() => named.filter(({ isModuleRole }) => !isModuleRole), [named])
  const columns = useMemo<readonly Column<Choosable>[]>(
    () =>
      Environments?.map(({ Id, Name }) => {
        const environment = { id: Id, name: nameIn(language, Name) }
        return {
          key: `environment ${Id}`,
          title: environment.name,
          width: 96,
          render: (role: Choosable) => (
            <EnvironmentBox chosen={byEnvironment} role={role} environment={environment} />
          ),
        }
      }) ?? [],
    [Environments, byEnvironment, language],
  )
  const prepare = () =>
    edcInvitation({
      study,
      siteIds: idsChosenOf(ofSuite.data, sites),
      moduleRole: chosenOf(ofModules, moduleRoles).map(sentRole)[0],
      roles: chosenOf(ofStudies, byEnvironment.roles).map((role) => ({
        ...sentRole(role),
        environmentIds:
          Environments?.map(({ Id }) => Id).filter((environmentId) =>
            byEnvironment.has(role.id, environmentId),
          ) ?? [],
      })),
    })
  const answered = { roles, softName: props.softName }
  return (
    <InvitationFrame
      {...props}
      call={inviteEdc}
      changes={edcChanges}
      inWords={(grant) => edcInWords(language, grant, roles.data)}
      choosing={choosing}
      roles={roles}
      within={within}
      prepare={prepare}
    >
      <SitesCard sites={ofSuite} selection={sites} />
      <RolesCard kind="moduleRole" {...answered} rows={ofModules} selection={moduleRoles} />
      <RolesCard
        kind="projectRoles"
        {...answered}
        rows={ofStudies}
        selection={byEnvironment.roles}
        further={columns}
        note={<p className="choice-note">{t('invitation.environmentsHint')}</p>}
      />
    </InvitationFrame>
  )
}
