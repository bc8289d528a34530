import type { ReleaseAlarm } from '@atrium/contract'
import { Link, moduleName, pathOf, useLanguage, useLocation } from '@atrium/shared-api'
import { type Column, DataTable, StatusTag, shownInstant } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { addressOf } from '../module/address.ts'
import { Section } from './Section.tsx'
import { useOperationsText } from './texts/index.ts'

type Row = ReleaseAlarm & { readonly id: string }

function AlarmTable({ alarms }: { readonly alarms: readonly ReleaseAlarm[] }) {
  const t = useOperationsText()
  const language = useLanguage()
  const { pathname } = useLocation()
  const rows = useMemo(() => alarms.map((alarm) => ({ id: alarm.name, ...alarm })), [alarms])
  const columns = useMemo((): readonly Column<Row>[] => {
    const of = (failed: number, seen: number): string =>
      t('alarmPart', { failed: failed.toLocaleString(language), seen: seen.toLocaleString(language) })
    return [
      {
        key: 'name',
        title: t('alarmModule'),
        width: 160,
        always: true,
        render: ({ name, version }) => (
          <Link
            className="operations-link"
            to={{ pathname: pathOf('module', pathname), ...addressOf({ name, tab: 'errors', version }) }}
          >
            {moduleName(name)}
          </Link>
        ),
      },
      { key: 'version', title: t('alarmVersion'), width: 130 },
      { key: 'time', title: t('since'), width: 168, render: ({ time }) => shownInstant(time) },
      {
        key: 'persons',
        title: t('alarmPersons'),
        width: 130,
        render: ({ failedPersons, persons }) => of(failedPersons, persons),
      },
      {
        key: 'addresses',
        title: t('alarmAddresses'),
        width: 170,
        render: ({ failedAddresses, addresses }) => of(failedAddresses, addresses),
      },
      {
        key: 'automatic',
        title: t('alarmNext'),
        width: 150,
        render: ({ automatic }) => (
          <StatusTag tone={automatic ? 'warning' : 'bad'}>
            {t(automatic ? 'alarmAutomatic' : 'alarmByHand')}
          </StatusTag>
        ),
      },
    ]
  }, [t, language, pathname])
  return (
    <DataTable name="operations.alarms" label={t('alarmsTitle')} columns={columns} rows={rows} empty={null} />
  )
}

/** Lists releases that fail for many users. Renders nothing if there are none. */
export function AlarmSection({ alarms }: { readonly alarms: readonly ReleaseAlarm[] | null }) {
  const t = useOperationsText()
  if (alarms?.length === 0) return null
  return (
    <Section title={t('alarmsTitle')} part={alarms}>
      {(known) => (
        <>
          <p className="operations-notice" role="alert">
            {t('alarmsHint')}
          </p>
          <AlarmTable alarms={known} />
        </>
      )}
    </Section>
  )
}
