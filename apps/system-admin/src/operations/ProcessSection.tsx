import { type ProcessFigures, sizeInWords } from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import { type Column, DataTable, shownInstant } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { mixedVersions } from './figures.ts'
import { Section } from './Section.tsx'
import { useOperationsText } from './texts/index.ts'

function ProcessTable({ processes }: { readonly processes: readonly ProcessFigures[] }) {
  const t = useOperationsText()
  const label = useLabels('operations')
  const language = useLanguage()
  const columns = useMemo((): readonly Column<ProcessFigures>[] => {
    const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
    return [
      { key: 'host', title: label('host'), width: 140, always: true },
      // Formatted as a string, because identifiers have no thousands separators.
      { key: 'pid', title: label('pid'), width: 80, render: ({ pid }) => String(pid) },
      { key: 'version', title: label('version'), width: 90 },
      {
        key: 'busy',
        title: label('busy'),
        width: 80,
        numeric: true,
        render: ({ busy }) => share.format(busy),
      },
      {
        key: 'memory',
        title: label('memory'),
        width: 90,
        numeric: true,
        render: ({ memory }) => sizeInWords(memory, language),
      },
      {
        key: 'startTime',
        title: label('startTime'),
        width: 168,
        render: ({ startTime }) => shownInstant(startTime),
      },
      {
        key: 'seenTime',
        title: label('seenTime'),
        width: 168,
        render: ({ seenTime }) => shownInstant(seenTime),
      },
    ]
  }, [label, language])
  return (
    <DataTable
      name="operations.processes"
      label={t('processesTitle')}
      columns={columns}
      rows={processes}
      empty={<p className="operations-fine">{t('noProcesses')}</p>}
    />
  )
}

/** Lists the live server processes. During an upgrade several versions run side by side. */
export function ProcessSection({ processes }: { readonly processes: readonly ProcessFigures[] | null }) {
  const t = useOperationsText()
  const language = useLanguage()
  return (
    <Section title={t('processesTitle')} part={processes}>
      {(known) => {
        const versions = mixedVersions(known).map(([version, count]) => t('versionCount', { version, count }))
        return (
          <>
            {versions.length > 0 && (
              <p className="operations-notice">
                {t('versions', {
                  versions: new Intl.ListFormat(language).format(versions),
                })}
              </p>
            )}
            <ProcessTable processes={known} />
          </>
        )
      }}
    </Section>
  )
}
