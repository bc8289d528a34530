import type { Area, CallFigures } from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import { type Column, DataTable, EmptyState, StatusTag } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { Section } from './Section.tsx'
import { useOperationsText } from './texts/index.ts'

type Row = CallFigures['areas'][number] & { readonly id: string }

const max = 10

/** Lists the areas with the most calls, and their errors. */
export function AreaTable({ figures }: { readonly figures: CallFigures | null }) {
  const t = useOperationsText()
  const nameOf = useLabels('operations')
  const language = useLanguage()
  const rows = useMemo(() => figures?.areas.slice(0, max).map((one) => ({ id: one.area, ...one })), [figures])
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      {
        key: 'area',
        title: nameOf('area'),
        width: 140,
        always: true,
        // A process of another version may report unknown areas, which are then shown by key.
        render: ({ area }) => t(`areas.${area as Area | 'other'}`),
      },
      {
        key: 'calls',
        title: nameOf('calls'),
        width: 80,
        numeric: true,
        render: ({ calls }) => calls.toLocaleString(language),
      },
      {
        key: 'errors',
        title: nameOf('errors'),
        width: 80,
        numeric: true,
        render: ({ errors }) =>
          errors > 0 ? <StatusTag tone="bad">{errors.toLocaleString(language)}</StatusTag> : '0',
      },
    ],
    [t, nameOf, language],
  )
  return (
    <Section title={t('areasTitle')} part={rows ?? null}>
      {(known) => (
        <DataTable
          name="operations.areas"
          label={t('areasTitle')}
          columns={columns}
          rows={known}
          empty={<EmptyState title={t('noCalls')} hint={t('noCallsHint')} />}
        />
      )}
    </Section>
  )
}
