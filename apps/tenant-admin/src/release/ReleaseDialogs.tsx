import { type TenantRelease, tenantReleaseAccept, tenantReleaseMode, tenantReleases } from '@atrium/contract'
import { moduleName, useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { Consequences, EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useTenantText } from '../texts/index.ts'

/** Calls that show the releases of tenants. */
const lists = [tenantReleases]

/** A release that a tenant is about to accept, and the release that it currently uses. */
export interface Acceptance extends TenantRelease {
  readonly from: string
  readonly reason: string
}

/** How a tenant will get releases: after accepting them, or immediately. */
export interface ModeChange extends TenantRelease {
  readonly validated: boolean
  readonly reason: string
}

/** Returns what the trail has of a tenant's setting; of the module for a tenant that always followed the platform. */
export const historyOf = ({ settingId, name }: Pick<TenantRelease, 'settingId' | 'name'>) => ({
  ...(settingId === ''
    ? { entity: 'remote_module', entityId: name }
    : { entity: 'tenant_release', entityId: settingId }),
  name: moduleName(name),
})

const AcceptanceField = fieldOf(tenantReleaseAccept)

/** Accepts a release that the tenant has validated. */
export function AcceptDialog({ state }: { readonly state: EntityDialogState<Acceptance> }) {
  const t = useTenantText()
  const shared = useContractText()
  const { name = '', tenantName: tenant = '', version = '', from = '' } = state.subject?.values ?? {}
  const module = moduleName(name)
  return (
    <EntityDialog
      state={state}
      call={tenantReleaseAccept}
      name={module}
      title={t('release.accept.title', { module, version })}
      width={560}
      ok={t('release.accept.ok')}
      history={historyOf}
      refreshes={lists}
      done={() => shared('release.done.accepted')}
    >
      <p className="release-validation">{t('release.accept.validated')}</p>
      <Consequences
        of={[
          t('release.accept.instead', { tenant, version, from }),
          t('release.openPages'),
          t('release.accept.kept'),
        ]}
      />
      <AcceptanceField name="reason" extra={t('release.accept.reasonHint')}>
        <Input.TextArea rows={3} />
      </AcceptanceField>
    </EntityDialog>
  )
}

const ModeField = fieldOf(tenantReleaseMode)

/** Keeps a tenant on its release until it accepts the next one, or lets it follow new releases again. */
export function ModeDialog({ state }: { readonly state: EntityDialogState<ModeChange> }) {
  const t = useTenantText()
  const {
    validated = true,
    name = '',
    tenantName: tenant = '',
    version = '',
    offered = '',
  } = state.subject?.values ?? {}
  const module = moduleName(name)
  const way = validated ? 'validate' : 'follow'
  return (
    <EntityDialog
      state={state}
      call={tenantReleaseMode}
      name={module}
      title={t(`release.${way}.title`, { module })}
      width={520}
      ok={t(`release.${way}.ok`)}
      history={historyOf}
      refreshes={lists}
    >
      <Consequences
        of={
          validated
            ? [
                t('release.validate.stays', { tenant, version }),
                t('release.validate.offers'),
                t('release.validate.others'),
              ]
            : [
                t('release.follow.now', { tenant }),
                offered !== '' && t('release.follow.unaccepted', { version: offered }),
                t('release.openPages'),
              ]
        }
      />
      <ModeField name="reason" extra={t('release.reasonHint')}>
        <Input.TextArea rows={2} />
      </ModeField>
    </EntityDialog>
  )
}
