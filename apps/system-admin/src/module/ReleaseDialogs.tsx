import {
  type RemoteModule,
  releaseActivate,
  releaseErrors,
  releaseList,
  releaseModules,
  releaseRollback,
  releaseRollout,
  releaseTenants,
  type TenantRelease,
} from '@atrium/contract'
import { moduleName, useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { Consequences, EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useSystemText } from '../texts/index.ts'

/** Calls that depend on the active releases. */
export const releaseLists = [releaseModules, releaseList, releaseTenants, releaseErrors]

/** A release to activate, with the module's state when the dialog opened. */
export interface Activation extends RemoteModule {
  readonly version: string
  readonly reason: string
}

/** A release to roll out to a percentage of browsers first. */
export interface Rollout extends Activation {
  readonly percentage: number
}

/** A rollback to the previous release. */
export interface Rollback extends RemoteModule {
  readonly reason: string
}

/** Returns what the trail has of a tenant's setting; of the module for a tenant that always followed the platform. */
export const historyOfTenant = ({ settingId, name }: Pick<TenantRelease, 'settingId' | 'name'>) =>
  settingId === ''
    ? { entity: 'remote_module', entityId: name }
    : { entity: 'tenant_release', entityId: settingId }

/** Returns the module, whose history lists what happened to its releases. */
const historyOf = ({ name }: RemoteModule) => ({
  entity: 'remote_module',
  entityId: name,
  name: moduleName(name),
})

interface DialogProps<Values extends object> {
  readonly state: EntityDialogState<Values>
}

const ActivationField = fieldOf(releaseActivate)

/** Activates a release, after explaining the effect on open pages. */
export function ActivateDialog({ state }: DialogProps<Activation>) {
  const t = useSystemText()
  const shared = useContractText()
  const { name = '', version = '', active = '', tenantCount: count = 0 } = state.subject?.values ?? {}
  const module = moduleName(name)
  return (
    <EntityDialog
      state={state}
      call={releaseActivate}
      name={module}
      title={t('module.activate.title', { module, version })}
      width={520}
      ok={t('module.activate.ok')}
      history={historyOf}
      refreshes={releaseLists}
      done={() => shared('release.done.activated')}
    >
      <Consequences
        of={[
          active !== '' && t('module.activate.instead', { active }),
          t('module.openPages'),
          count > 0 && t('module.activate.tenantsStay', { count }),
        ]}
      />
      <ActivationField name="reason" extra={t('module.reasonHint')}>
        <Input.TextArea rows={2} />
      </ActivationField>
    </EntityDialog>
  )
}

const ShareField = fieldOf(releaseRollout)

/** Rolls out a release to a percentage of browsers, changes the percentage or ends the rollout. */
export function RolloutDialog({ state }: DialogProps<Rollout>) {
  const t = useSystemText()
  const { name = '', version = '' } = state.subject?.values ?? {}
  const module = moduleName(name)
  return (
    <EntityDialog
      state={state}
      call={releaseRollout}
      name={module}
      title={t('module.sharing.title', { module, version })}
      width={520}
      history={historyOf}
      refreshes={releaseLists}
    >
      <Consequences
        of={[t('module.sharing.drawn'), t('module.openPages'), t('module.sharing.tenantsStay')]}
      />
      <ShareField
        name="percentage"
        label={t('module.sharing.percentage')}
        extra={t('module.sharing.percentageHint')}
      >
        <Input />
      </ShareField>
      <ShareField name="reason" extra={t('module.reasonHint')}>
        <Input.TextArea rows={2} />
      </ShareField>
    </EntityDialog>
  )
}

const RollbackField = fieldOf(releaseRollback)

/** Rolls back to the previous release. */
export function RollbackDialog({ state }: DialogProps<Rollback>) {
  const t = useSystemText()
  const shared = useContractText()
  const { name = '', active: from = '', previous: to = '' } = state.subject?.values ?? {}
  const module = moduleName(name)
  return (
    <EntityDialog
      state={state}
      call={releaseRollback}
      name={module}
      title={t('module.rollback.title', { module, version: to })}
      width={520}
      ok={t('module.rollback.ok')}
      history={historyOf}
      refreshes={releaseLists}
      done={() => shared('release.done.rolledBack')}
    >
      <Consequences
        of={[t('module.rollback.instead', { from }), t('module.openPages'), t('module.rollback.shareEnds')]}
      />
      <RollbackField name="reason" extra={t('module.reasonHint')}>
        <Input.TextArea rows={2} />
      </RollbackField>
    </EntityDialog>
  )
}
