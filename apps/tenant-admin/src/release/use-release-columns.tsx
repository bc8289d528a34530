import type { ReleaseMode, TenantRelease, tenantReleases } from '@atrium/contract'
import { moduleName, useContractText, useLabels } from '@atrium/shared-api'
import {
  type ColumnsOf,
  type RowAction,
  RowActions,
  StatusTag,
  shownInstant,
  type Tone,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { type Acceptance, historyOf, type ModeChange } from './ReleaseDialogs.tsx'

interface Handlers {
  /** Whether all rows belong to one tenant, so that its name is not repeated in each row. */
  readonly ofOneTenant: boolean
  readonly accept: (acceptance: Acceptance) => void
  readonly change: (change: ModeChange) => void
}

const toneOfMode: Readonly<Record<ReleaseMode, Tone>> = {
  follow: 'plain',
  pinned: 'warning',
  validated: 'info',
}

/**
 * Explains why the tenant's intended release cannot run, and which release replaces it. If the tenant validates releases,
 * warns that it has not accepted the replacement.
 */
function Unusable({ release }: { readonly release: TenantRelease }) {
  const t = useTenantText()
  const shared = useContractText()
  const { version, served, mode, refusals } = release
  return (
    <details className="release-unusable">
      <summary>{shared('release.cannotRun', { version, served })}</summary>
      <ul>
        {refusals.map(({ reason, module, names }) => (
          <li key={`${reason} ${module}`}>
            {shared(`release.refusal.${reason}`, { module, names: names.join(', ') })}
          </li>
        ))}
      </ul>
      {mode === 'validated' && <p>{t('release.unaccepted', { version: served })}</p>}
    </details>
  )
}

/** Returns the columns of the list of tenants' releases. The handlers must stay the same functions between renders. */
export function useReleaseColumns({
  ofOneTenant,
  accept,
  change,
}: Handlers): ColumnsOf<typeof tenantReleases> {
  const t = useTenantText()
  const shared = useContractText()
  const label = useLabels('release')
  return useMemo(() => {
    /** Returns why the update mode cannot be changed here, undefined if it can. */
    const rejectionOf = ({ mode, version }: TenantRelease) => {
      if (mode === 'pinned') return t('release.heldByPlatform')
      return version === '' ? t('release.noneYet') : undefined
    }
    const actionsOf = (row: TenantRelease): RowAction[] => {
      const { version, offered, mode } = row
      const begun = { ...row, reason: '' }
      const acceptance = {
        label: t('release.accept.action', { version: offered }),
        onChoose: () => accept({ ...begun, version: offered, from: version }),
      }
      const validated = mode === 'follow'
      return [
        ...(mode === 'validated' && offered ? [acceptance] : []),
        {
          label: t(validated ? 'release.validate.action' : 'release.follow.action'),
          disabledReason: rejectionOf(row),
          onChoose: () => change({ ...begun, validated }),
        },
      ]
    }
    return [
      {
        key: 'name',
        title: t('release.module'),
        width: 160,
        always: true,
        render: ({ name, tenantName }) => (
          <span className="release-cell" title={`${moduleName(name)}\n${tenantName}`}>
            <span>{moduleName(name)}</span>
            {!ofOneTenant && <small>{tenantName}</small>}
          </span>
        ),
      },
      {
        key: 'mode',
        title: label('mode'),
        width: 130,
        render: ({ mode }) => (
          <span title={mode === 'pinned' ? t('release.heldByPlatform') : undefined}>
            <StatusTag tone={toneOfMode[mode]}>{shared(`release.modes.${mode}`)}</StatusTag>
          </span>
        ),
      },
      {
        key: 'version',
        title: t('release.version'),
        width: 170,
        render: (row) => (row.refusals.length === 0 ? row.version : <Unusable release={row} />),
      },
      {
        key: 'offered',
        title: label('offered'),
        width: 150,
        render: ({ mode, offered }) =>
          offered && mode === 'validated' ? (
            <StatusTag tone="warning">{offered}</StatusTag>
          ) : (
            offered || (mode === 'validated' && t('release.upToDate'))
          ),
      },
      {
        key: 'acceptTime',
        title: label('acceptTime'),
        width: 160,
        render: ({ acceptTime }) => acceptTime && shownInstant(acceptTime),
      },
      { key: 'acceptedBy', title: label('acceptedBy'), width: 100 },
      {
        key: 'actions',
        title: t('release.actions'),
        width: 190,
        actions: true,
        render: (row) => (
          <RowActions
            itemName={`${moduleName(row.name)} ${row.tenantName}`}
            actions={actionsOf(row)}
            inSight={1}
            history={historyOf(row)}
          />
        ),
      },
    ]
  }, [t, shared, label, ofOneTenant, accept, change])
}
