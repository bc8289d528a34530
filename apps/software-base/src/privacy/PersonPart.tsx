import { type PersonalData, privacyExport, privacyPerson } from '@atrium/contract'
import { useContractText, useLabels, useLanguage } from '@atrium/shared-api'
import { Button, ErrorState } from '@atrium/ui-kit'
import {
  type Column,
  DataTable,
  DownloadProgress,
  EmptyState,
  listNames,
  shownZone,
  TableSkeleton,
  useCall,
  useDownloadProgress,
  useDownloads,
} from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { usePeople } from '../audit-trail/use-lookups.ts'
import { type Asked, RequestDialog } from './RequestDialog.tsx'
import { usePrivacyText } from './texts/index.ts'

type Kind = PersonalData['kinds'][number]

/** Exports what is stored about a person. A separate component, so that progress does not redraw the table. */
function ExportButton({ id }: { readonly id: string }) {
  const t = usePrivacyText()
  const busy = t('export.running')
  const downloads = useDownloads({ done: t('export.done'), cancelled: t('export.cancelled'), busy })
  const isBusy = useDownloadProgress(downloads) !== undefined
  return (
    <>
      <Button
        disabled={isBusy}
        onClick={() => void downloads.start(privacyExport, { id, timeZone: shownZone })}
      >
        {t('export.action')}
      </Button>
      <DownloadProgress downloads={downloads} label={() => busy} cancel={t('export.cancel')} />
    </>
  )
}

/** Lists what is stored about a person, by kind. */
function Stored({ data }: { readonly data: PersonalData }) {
  const t = usePrivacyText()
  const word = useContractText()
  const label = useLabels('privacy')
  const language = useLanguage()
  const rows = useMemo(() => data.kinds.map((row) => ({ ...row, id: row.kind })), [data])
  const columns = useMemo<readonly Column<Kind & { readonly id: string }>[]>(
    () => [
      { key: 'kind', title: label('kind'), width: 200, render: ({ kind }) => word(`privacy.kinds.${kind}`) },
      { key: 'count', title: label('count'), width: 90, render: ({ count }) => String(count) },
      {
        key: 'becomes',
        title: label('becomes'),
        width: 260,
        render: ({ becomes }) => word(`privacy.becoming.${becomes}`),
      },
    ],
    [label, word],
  )
  const obstacles = listNames(
    language,
    data.obstacles.map((obstacle) => word(`privacy.obstacle.${obstacle}`)),
  )
  return (
    <>
      <DataTable
        name="privacy.person"
        label={t('person.label', { name: data.fullName })}
        columns={columns}
        rows={rows}
        empty={null}
      />
      {data.isPseudonymised && <p className="privacy-note">{t('person.pseudonymised')}</p>}
      {!data.isPseudonymised && obstacles !== '' && (
        <p className="privacy-note">{t('person.obstacles', { obstacles })}</p>
      )}
      {data.products.length > 0 && (
        <p className="privacy-note">
          {t('person.products', { products: listNames(language, data.products) })}
        </p>
      )}
    </>
  )
}

interface Props {
  readonly userId: string
  readonly choose: (userId: string) => void
}

/** Shows what is stored about a chosen person, exports it, and requests a pseudonym. */
export function PersonPart({ userId, choose }: Props) {
  const t = usePrivacyText()
  const label = useLabels('privacy')
  const people = usePeople('', userId)
  const { data, error, refetch } = useCall(privacyPerson, { id: userId }, { enabled: userId !== '' })
  const dialog = useEntityDialog<Asked>()
  const content = () => {
    if (userId === '') return <EmptyState title={t('person.start')} hint={t('person.startHint')} />
    if (data) return <Stored data={data} />
    if (!error) return <TableSkeleton />
    return (
      <ErrorState
        title={t('person.failed')}
        detail={error.message}
        retryLabel={t('person.retry')}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className="card">
      <div className="privacy-person">
        <LookupSelect
          {...people}
          label={label('userId')}
          placeholder={t('person.choose')}
          value={userId}
          onChange={choose}
        />
        {data && (
          <>
            <ExportButton id={userId} />
            {!data.isPseudonymised && (
              <Button
                type="primary"
                onClick={() => dialog.add({ userId, personName: data.fullName, ground: 'person' })}
              >
                {t('request.action')}
              </Button>
            )}
          </>
        )}
      </div>
      {content()}
      <RequestDialog state={dialog} />
    </div>
  )
}
