import { type ReleaseMode, type RemoteModule, releaseTenants, type TenantRelease } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import {
  type ColumnsOf,
  EmptyState,
  KeywordInput,
  ListCard,
  RowActions,
  StatusTag,
  shownInstant,
  type Tone,
  useList,
} from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { tenantPrefix } from './address.ts'
import { Rejections } from './Rejections.tsx'
import { historyOfTenant } from './ReleaseDialogs.tsx'
import { TenantModeDialog } from './TenantModeDialog.tsx'

const filters = { keyWord: '' }

const toneOfMode: Readonly<Record<ReleaseMode, Tone>> = {
  follow: 'plain',
  pinned: 'warning',
  validated: 'info',
}

function useTenantColumns(edit: (tenant: TenantRelease) => void): ColumnsOf<typeof releaseTenants> {
  const t = useSystemText()
  const shared = useContractText()
  const label = useLabels('release')
  return useMemo(
    () => [
      { key: 'tenantName', title: shared('field.tenantName'), width: 200, always: true, pinned: true },
      {
        key: 'mode',
        title: label('mode'),
        width: 140,
        render: ({ mode }) => (
          <StatusTag tone={toneOfMode[mode]}>{shared(`release.modes.${mode}`)}</StatusTag>
        ),
      },
      {
        key: 'version',
        title: label('version'),
        width: 200,
        render: ({ version, served, refusals }) =>
          refusals.length === 0 ? (
            version
          ) : (
            <details className="module-refusals">
              <summary>{shared('release.cannotRun', { version, served })}</summary>
              <Rejections of={refusals} />
            </details>
          ),
      },
      { key: 'offered', title: label('offered'), width: 180 },
      {
        key: 'acceptTime',
        title: label('acceptTime'),
        width: 168,
        render: ({ acceptTime }) => acceptTime && shownInstant(acceptTime),
      },
      { key: 'acceptedBy', title: label('acceptedBy'), width: 120 },
      {
        key: 'actions',
        title: t('module.actions'),
        width: 96,
        actions: true,
        render: (tenant) => (
          <RowActions
            itemName={tenant.tenantName}
            history={historyOfTenant(tenant)}
            actions={[{ label: t('module.tenant.action'), onChoose: () => edit(tenant) }]}
          />
        ),
      },
    ],
    [t, shared, label, edit],
  )
}

/** Lists how each tenant receives a module. Tenants with their own release come first. */
export function TenantTable({ module }: { readonly module: RemoteModule }) {
  const t = useSystemText()
  const { name } = module
  const fixed = useMemo(() => ({ name }), [name])
  const answered = useList(releaseTenants, { filters, fixed, prefix: tenantPrefix })
  const rows = useMemo(
    () => answered.rows?.map((tenant) => ({ ...tenant, id: tenant.tenantId })),
    [answered.rows],
  )
  const dialog = useEntityDialog<TenantRelease & { readonly reason: string }>()
  const { edit } = dialog
  const columns = useTenantColumns(
    useMemo(() => (tenant: TenantRelease) => edit({ ...tenant, reason: '' }), [edit]),
  )
  return (
    <>
      <ListCard
        list={{ ...answered, rows }}
        name="moduleTenant"
        label={t('module.tab.tenants')}
        columns={columns}
        filters={
          <KeywordInput
            placeholder={t('module.tenant.search')}
            value={answered.state.values.keyWord ?? ''}
            onChange={(keyWord) => answered.state.filter({ keyWord })}
          />
        }
        empty={<EmptyState title={t('tenant.empty')} />}
      />
      <TenantModeDialog state={dialog} active={module.active} />
    </>
  )
}
