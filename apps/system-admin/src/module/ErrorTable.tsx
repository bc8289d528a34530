import { type RemoteModule, releaseErrors, reportStages } from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import { type ColumnsOf, EmptyState, ListCard, shownInstant, useList } from '@atrium/ui-kit/list'
import { LookupSelect, useLookupSearch } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { errorPrefix } from './address.ts'
import { allReleases } from './release-choices.ts'

const filters = { version: '' }

/** Shows a message, folded within its cell if it is long. */
function Detail({ text }: { readonly text: string }) {
  if (text.length <= 40) return text
  return (
    <details className="module-error">
      <summary title={text}>{text}</summary>
      <p>{text}</p>
    </details>
  )
}

function useErrorColumns(): ColumnsOf<typeof releaseErrors> {
  const t = useSystemText()
  const label = useLabels('release')
  const language = useLanguage()
  return useMemo(
    () => [
      {
        key: 'stage',
        title: label('stage'),
        width: 130,
        always: true,
        render: ({ stage }) => {
          const known = reportStages.find((one) => one === stage)
          return known ? (
            <span title={t(`module.stageHint.${known}`)}>{t(`module.stage.${known}`)}</span>
          ) : (
            stage
          )
        },
      },
      {
        key: 'status',
        title: t('module.httpStatus'),
        width: 72,
        render: ({ status }) => status > 0 && String(status),
      },
      { key: 'detail', title: label('detail'), width: 260, render: ({ detail }) => <Detail text={detail} /> },
      {
        key: 'count',
        title: label('count'),
        width: 72,
        render: ({ count }) => count.toLocaleString(language),
      },
      {
        key: 'persons',
        title: label('persons'),
        width: 72,
        render: ({ persons }) => persons.toLocaleString(language),
      },
      { key: 'version', title: label('version'), width: 150 },
      { key: 'browser', title: label('browser'), width: 120 },
      {
        key: 'firstTime',
        title: label('firstTime'),
        width: 168,
        hidden: true,
        render: ({ firstTime }) => shownInstant(firstTime),
      },
      {
        key: 'lastTime',
        title: label('lastTime'),
        width: 168,
        render: ({ lastTime }) => shownInstant(lastTime),
      },
    ],
    [t, label, language],
  )
}

/** Lists the errors that browsers reported for a module. Equal errors are grouped, newest first. */
export function ErrorTable({ module: { name } }: { readonly module: RemoteModule }) {
  const t = useSystemText()
  const fixed = useMemo(() => ({ name }), [name])
  const list = useList(releaseErrors, { filters, fixed, prefix: errorPrefix })
  const columns = useErrorColumns()
  const { version = '' } = list.state.values
  const releases = useLookupSearch(allReleases(name), version)
  return (
    <ListCard
      list={list}
      name="moduleError"
      label={t('module.tab.errors')}
      columns={columns}
      filters={
        <LookupSelect
          className="filter-select"
          label={t('module.ofRelease')}
          placeholder={t('module.anyRelease')}
          allowClear
          {...releases}
          value={version}
          onChange={(version) => list.state.choose({ version })}
        />
      }
      empty={<EmptyState title={t('module.noErrors')} hint={t('module.noErrorsHint')} />}
    />
  )
}
