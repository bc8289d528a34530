import {
  expiredInfo,
  expiredInfoSave,
  type SafeStrategy,
  shortValidity,
  strategyId,
  suggestedStrategy,
} from '@atrium/contract'
import { ErrorState, fieldOf, Input } from '@atrium/ui-kit'
import { PageHeader, TableSkeleton, useCall } from '@atrium/ui-kit/list'
import { confirmDialog, EntityPage } from '@atrium/ui-kit/overlay'
import { useSoftwareBaseText } from '../texts/index.ts'

const Field = fieldOf(expiredInfoSave)
const refreshes = [expiredInfo]

interface FormProps {
  readonly strategy: SafeStrategy
}

/**
 * Form of the security strategy. Asks for confirmation before a change that lets sessions never end, makes them very
 * short, or makes passwords expire sooner.
 */
function StrategyForm({ strategy }: FormProps) {
  const t = useSoftwareBaseText()
  const consequencesOf = (validityTime: number, expiredDay: number): string[] => [
    ...(validityTime === 0 && strategy.validityTime > 0 ? [t('strategy.never')] : []),
    ...(validityTime > 0 && validityTime < shortValidity && validityTime !== strategy.validityTime
      ? [t('strategy.short', { count: validityTime })]
      : []),
    ...(expiredDay > 0 && (strategy.expiredDay === 0 || expiredDay < strategy.expiredDay)
      ? [t('strategy.sooner', { count: expiredDay })]
      : []),
  ]
  const mayBeSaved = async ({ validityTime, expiredDay }: Readonly<Record<string, unknown>>) => {
    const consequences = consequencesOf(Number(validityTime), Number(expiredDay))
    if (consequences.length === 0) return true
    return confirmDialog({
      title: t('strategy.confirm'),
      content: consequences.join('\n'),
      ok: t('strategy.ok'),
      danger: true,
    })
  }
  return (
    <EntityPage
      version={strategy.rowVersion}
      call={expiredInfoSave}
      values={strategy}
      history={{ entity: 'safe_strategy', entityId: strategyId, name: t('strategy.title') }}
      refreshes={refreshes}
      mayBeSaved={mayBeSaved}
    >
      <Field
        name="validityTime"
        extra={t('strategy.validityHint', { count: suggestedStrategy.validityTime })}
      >
        <Input />
      </Field>
      <Field name="expiredDay" extra={t('strategy.expiryHint')}>
        <Input />
      </Field>
      <Field name="remindDay" extra={t('strategy.remindHint', { count: suggestedStrategy.remindDay })}>
        <Input />
      </Field>
    </EntityPage>
  )
}

/** Page with the security strategy: how long unused sessions and passwords last. */
export default function StrategyPage() {
  const t = useSoftwareBaseText()
  const { data, error, refetch } = useCall(expiredInfo, { id: strategyId })
  return (
    <div className="page">
      <PageHeader title={t('strategy.title')} purpose={t('strategy.purpose')} />
      {data && <StrategyForm strategy={data} />}
      {!data && (
        <div className="card entity-page">
          {error ? (
            <ErrorState
              title={t('strategy.failed')}
              detail={error.message}
              retryLabel={t('strategy.retry')}
              onRetry={refetch}
            />
          ) : (
            <TableSkeleton />
          )}
        </div>
      )}
    </div>
  )
}
