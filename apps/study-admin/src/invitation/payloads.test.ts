import { type Call, inviteCtms, inviteEdc, inviteEtmf, inviteIwrs } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { createRolesByEnvironment, type Prepared } from './choices.ts'
import { type EdcChoice, edcInvitation } from './edc.ts'
import { type RtsmProjectChoice, rtsmInvitation } from './rtsm.ts'
import { type TrialChoice, trialInvitation } from './trial.ts'

const study = { id: 'study', studyUrlId: 'link', tenantId: 'tenant' }
const periods = {
  ...{ accessFrom: '2027-01-01', accessUntil: '2027-03-31' },
  ...{ memberFrom: '', memberUntil: '2027-12-31' },
}
const recipients = { EmailList: ['a@x.cn'], replacing: ['u'], ...periods }
const people = { ...recipients, userList: ['u'], userRole: 'r', userTypeId: 't' }
const peopleInCapitals = { ...recipients, UserList: ['u'], UserRole: 'r', UserTypeId: 't' }

/**
 * Completes an invitation with recipients and periods and validates it against the contract. Fails the test if the
 * invitation is rejected.
 */
function sent<C extends Call>(call: C, prepared: Prepared<C>, to: object) {
  expect(prepared).not.toHaveProperty('missing')
  return call.request.parse({ ...('values' in prepared ? prepared.values : {}), ...to })
}

describe('EDC', () => {
  const whole: EdcChoice = {
    study,
    siteIds: ['s1', 's2'],
    moduleRole: { id: 'module', name: 'Module' },
    roles: [
      { id: 'cra', name: '{"chs":"监查员"}', environmentIds: ['uat', 'prod'] },
      { id: 'dm', name: 'DM', environmentIds: ['prod'] },
    ],
  }

  it('sends each role once for each of its environments, under the product’s name', () => {
    expect(sent(inviteEdc, edcInvitation(whole), people)).toEqual({
      ...people,
      tenantId: 'tenant',
      studyUrlId: 'link',
      siteList: ['s1', 's2'],
      userPowerRoleId: 'module',
      userPowerRoleName: 'Module',
      userStudyRoles: [
        { roleId: 'cra', environmentId: 'uat', studyId: 'study', roleName: '{"chs":"监查员"}' },
        { roleId: 'cra', environmentId: 'prod', studyId: 'study', roleName: '{"chs":"监查员"}' },
        { roleId: 'dm', environmentId: 'prod', studyId: 'study', roleName: 'DM' },
      ],
    })
  })

  it('asks for study, site, module role, role and environment, in this order', () => {
    const nothing = { study: undefined, siteIds: [], moduleRole: undefined, roles: [] }
    const steps: Partial<EdcChoice>[] = [
      { study },
      { siteIds: ['s1'] },
      { moduleRole: whole.moduleRole },
      { roles: [{ id: 'cra', name: 'CRA', environmentIds: [] }] },
    ]
    const asked = steps.reduce<{ choice: EdcChoice; missing: Prepared<typeof inviteEdc>[] }>(
      ({ choice, missing }, step) => {
        const next = { ...choice, ...step }
        return { choice: next, missing: [...missing, edcInvitation(next)] }
      },
      { choice: nothing, missing: [edcInvitation(nothing)] },
    )
    expect(asked.missing).toEqual([
      { missing: 'study' },
      { missing: 'site' },
      { missing: 'moduleRole' },
      { missing: 'projectRole' },
      { missing: 'environment', of: 'CRA' },
    ])
  })

  it('chooses a role with its environment, and deselects a role with its environments', () => {
    const chosen = createRolesByEnvironment()
    chosen.set('cra', 'uat', true)
    chosen.set('cra', 'prod', true)
    chosen.set('dm', 'prod', true)
    chosen.set('dm', 'prod', false)
    expect([...chosen.roles.ids()]).toEqual(['cra', 'dm'])
    chosen.roles.set(['cra'], false)
    chosen.roles.set(['cra'], true)
    expect([chosen.has('cra', 'uat'), chosen.has('cra', 'prod')]).toEqual([false, false])
    chosen.set('cra', 'uat', true)
    chosen.roles.clear()
    expect([chosen.roles.ids().size, chosen.has('cra', 'uat')]).toEqual([0, false])
  })
})

describe('RTSM', () => {
  const project = (Id: string) => ({ Id, ProjectName: `Project ${Id}`, EnvironmentFlag: '2', Status: '1' })
  const untouched = (Id: string): RtsmProjectChoice => ({
    project: project(Id),
    roleId: '',
    roleName: '',
    siteIds: [],
    stockHouseIds: [],
    isBlind: 1,
    unblindingReason: '',
  })
  const whole: RtsmProjectChoice = {
    ...untouched('b'),
    roleId: 'pharmacist',
    roleName: 'Pharmacist',
    stockHouseIds: ['house'],
  }

  it('sends only projects with choices, blinded by default', () => {
    const unblinded: RtsmProjectChoice = {
      ...{ ...untouched('c'), roleId: 'pm', roleName: '{"chs":"项目经理"}', siteIds: ['s1'] },
      ...{ isBlind: 0, unblindingReason: 'manages supply' },
    }
    const leftover = { ...whole, unblindingReason: 'typed before it was blinded again' }
    const invitation = rtsmInvitation(study, [untouched('a'), leftover, unblinded])
    const common = { environmentFlag: '2', status: '1', studyId: 'study' }
    expect(sent(inviteIwrs, invitation, people)).toEqual({
      ...people,
      tenantId: 'tenant',
      studyUrlId: 'link',
      userRoleList: [
        {
          ...common,
          projectId: 'b',
          roleId: 'pharmacist',
          roleName: 'Pharmacist',
          siteList: [],
          stockHouseList: ['house'],
          isBlind: 1,
          unblindingReason: '',
        },
        {
          ...common,
          projectId: 'c',
          roleId: 'pm',
          roleName: '{"chs":"项目经理"}',
          siteList: ['s1'],
          stockHouseList: [],
          isBlind: 0,
          unblindingReason: 'manages supply',
        },
      ],
    })
  })

  it.each([
    [undefined, [whole], { missing: 'study' }],
    [study, [], { missing: 'project' }],
    [study, [untouched('a')], { missing: 'project' }],
    [study, [{ ...untouched('a'), siteIds: ['s1'] }, whole], { missing: 'role', of: 'Project a' }],
    [study, [whole, { ...untouched('a'), isBlind: 0 as const }], { missing: 'role', of: 'Project a' }],
    [study, [whole, { ...untouched('a'), roleId: 'pm' }], { missing: 'siteOrStock', of: 'Project a' }],
    [study, [{ ...whole, roleIsBlind: 0 as const }], { missing: 'blinding', of: 'Project b' }],
    [
      study,
      [{ ...whole, isBlind: 0 as const, roleIsBlind: 1 as const, unblindingReason: 'why' }],
      { missing: 'blinding', of: 'Project b' },
    ],
    [
      study,
      [{ ...whole, isBlind: 0 as const, unblindingReason: ' ' }],
      { missing: 'unblindingReason', of: 'Project b' },
    ],
  ])(
    'returns the first missing choice for the study %p and the projects %p: %p',
    (chosen, projects, missing) => {
      expect(rtsmInvitation(chosen, projects)).toEqual(missing)
    },
  )
})

describe('CTMS and eTMF', () => {
  const whole: TrialChoice = {
    study,
    siteIds: ['s1', 's2'],
    available: 3,
    tenantRole: { id: 'member', name: 'Member' },
    studyRole: { id: 'cra', name: 'CRA' },
    further: [
      { id: 'cra', name: 'CRA' },
      { id: 'pm', name: 'PM' },
    ],
  }

  it.each([inviteCtms, inviteEtmf])('sends further roles in addition to the default role', (call) => {
    expect(sent(call, trialInvitation(whole), peopleInCapitals)).toEqual({
      ...peopleInCapitals,
      TenantId: 'tenant',
      studyUrlId: 'link',
      SiteList: ['s1', 's2'],
      allSite: false,
      tenantRoleId: 'member',
      tenantRoleName: 'Member',
      studyRoleId: 'cra',
      studyRoleName: 'CRA',
      userStudyRoles: [{ studyId: 'study', roleId: 'pm', roleName: 'PM' }],
    })
  })

  it.each([
    [1, true],
    [2, true],
    [3, false],
  ])('treats two sites out of %p as all sites: %p', (available, allSite) => {
    expect(trialInvitation({ ...whole, available })).toMatchObject({ values: { allSite } })
  })

  it.each([
    ['study', { study: undefined }],
    ['site', { siteIds: [], tenantRole: undefined }],
    ['tenantRole', { tenantRole: undefined, studyRole: undefined }],
    ['studyRole', { studyRole: undefined }],
  ] as const)('asks for the %s first', (missing, without) => {
    expect(trialInvitation({ ...whole, ...without })).toEqual({ missing })
  })
})
