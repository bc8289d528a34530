import { type ReleaseInList, type RemoteModule, releaseList } from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import {
  type ColumnsOf,
  durationOf,
  EmptyState,
  ListCard,
  RowActions,
  StatusTag,
  shownInstant,
  useList,
} from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { releasePrefix } from './address.ts'
import { FailureRate } from './ModuleFacts.tsx'
import { Rejections } from './Rejections.tsx'
import { ActivateDialog, type Activation, type Rollout, RolloutDialog } from './ReleaseDialogs.tsx'
import { useRejectionText } from './rejection-text.ts'

/** Initial rollout percentage. */
const firstShare = 10

/** Signer of the suite's own build. */
const suite = 'suite'

/** Formats a size in kilobytes or megabytes. */
function sizeOf(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

/** Shows the version of a release with its current states, such as active, previous or being rolled out. */
function VersionCell({
  release,
  module,
}: {
  readonly release: ReleaseInList
  readonly module: RemoteModule
}) {
  const t = useSystemText()
  const { version, active, sharePercentage: percentage } = release
  return (
    <span className="module-version">
      <span>{version}</span>
      {active && <StatusTag tone="good">{t('module.isActive')}</StatusTag>}
      {version === module.previous && <StatusTag tone="plain">{t('module.isPrevious')}</StatusTag>}
      {percentage > 0 && <StatusTag tone="info">{t('module.isShared', { percentage })}</StatusTag>}
      {version === module.rolledBackFrom && <StatusTag tone="warning">{t('module.wasRolledBack')}</StatusTag>}
    </span>
  )
}

interface Handlers {
  readonly activate: (release: ReleaseInList) => void
  readonly share: (release: ReleaseInList) => void
}

function useReleaseColumns(
  module: RemoteModule,
  { activate, share }: Handlers,
): ColumnsOf<typeof releaseList> {
  const t = useSystemText()
  const label = useLabels('release')
  const language = useLanguage()
  const rejectionText = useRejectionText()
  return useMemo(() => {
    const actionsOf = (release: ReleaseInList) => {
      const disabledReason = release.refusals[0] && rejectionText(release.refusals[0])
      return [
        { label: t('module.activate.action'), disabledReason, onChoose: () => activate(release) },
        {
          label: t(release.sharePercentage > 0 ? 'module.sharing.change' : 'module.sharing.action'),
          disabledReason: release.sharePercentage > 0 ? undefined : disabledReason,
          onChoose: () => share(release),
        },
      ]
    }
    return [
      {
        key: 'version',
        title: label('version'),
        width: 220,
        always: true,
        render: (release) => <VersionCell release={release} module={module} />,
      },
      {
        key: 'refusals',
        title: t('module.fits'),
        width: 116,
        render: ({ refusals }) =>
          refusals.length === 0 ? (
            t('module.doesFit')
          ) : (
            <details className="module-refusals">
              <summary>
                {t(
                  refusals.every(({ reason }) => reason === 'files')
                    ? 'module.lacksFiles'
                    : 'module.doesNotFit',
                )}
              </summary>
              <Rejections of={refusals} />
            </details>
          ),
      },
      {
        key: 'loads',
        title: t('module.loads'),
        width: 80,
        render: ({ health }) => health.loads.toLocaleString(language),
      },
      {
        key: 'failureRate',
        title: t('module.failureRate'),
        width: 104,
        render: ({ health }) => <FailureRate health={health} />,
      },
      {
        key: 'readyTime',
        title: t('module.readyTime'),
        width: 104,
        render: ({ health: { readyTime } }) => readyTime !== null && durationOf(readyTime, language),
      },
      {
        key: 'tenantCount',
        title: t('module.stayingTenants'),
        width: 96,
        hidden: true,
        render: ({ tenantCount }) => tenantCount > 0 && tenantCount.toLocaleString(language),
      },
      {
        key: 'signedBy',
        title: label('signedBy'),
        width: 120,
        hidden: true,
        render: ({ signedBy }) => (signedBy === suite ? t('module.bySuite') : <code>{signedBy}</code>),
      },
      {
        key: 'size',
        title: label('size'),
        width: 96,
        hidden: true,
        render: ({ size }) => sizeOf(size, language),
      },
      {
        key: 'acceptTime',
        title: t('module.acceptTime'),
        width: 168,
        render: ({ acceptTime }) => shownInstant(acceptTime),
      },
      {
        key: 'actions',
        title: t('module.actions'),
        width: 210,
        actions: true,
        render: (release) => (
          <RowActions
            itemName={release.version}
            actions={release.active ? [] : actionsOf(release)}
            history={{ entity: 'remote_release', entityId: `${release.name}@${release.version}` }}
          />
        ),
      },
    ]
  }, [t, label, language, rejectionText, module, activate, share])
}

/** Lists the releases of a module with their actions, newest first. */
export function ReleaseTable({ module }: { readonly module: RemoteModule }) {
  const t = useSystemText()
  const { name } = module
  const fixed = useMemo(() => ({ name }), [name])
  const answered = useList(releaseList, { fixed, prefix: releasePrefix })
  const rows = useMemo(
    () => answered.rows?.map((release) => ({ ...release, id: release.version })),
    [answered.rows],
  )
  const activation = useEntityDialog<Activation>()
  const sharing = useEntityDialog<Rollout>()
  const handlers = useMemo(() => {
    const begun = { ...module, reason: '' }
    return {
      activate: ({ version }: ReleaseInList) => activation.edit({ ...begun, version }),
      share: ({ version, sharePercentage }: ReleaseInList) =>
        sharing.edit({ ...begun, version, percentage: sharePercentage || firstShare }),
    }
  }, [module, activation.edit, sharing.edit])
  const columns = useReleaseColumns(module, handlers)
  return (
    <>
      <ListCard
        list={{ ...answered, rows }}
        name="moduleRelease"
        label={t('module.tab.releases')}
        columns={columns}
        empty={<EmptyState title={t('module.noReleases')} />}
      />
      <ActivateDialog state={activation} />
      <RolloutDialog state={sharing} />
    </>
  )
}
