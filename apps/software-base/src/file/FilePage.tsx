import { fileDownload, fileList } from '@atrium/contract'
import {
  DownloadProgress,
  EmptyState,
  KeywordInput,
  ListPage,
  useDownloads,
  useList,
} from '@atrium/ui-kit/list'
import { PeriodFilter, SoftwareFilter } from '@atrium/ui-kit/pickers'
import { useSoftwareBaseText } from '../texts/index.ts'
import { useFileColumns } from './use-file-columns.tsx'
import './file.css'

const filters = { softId: '', startTime: '', endTime: '', fileName: '' }

/** Page with the files that products have stored: search and download. */
export default function FilePage() {
  const t = useSoftwareBaseText()
  const list = useList(fileList, { filters })
  const downloads = useDownloads({
    done: t('file.downloaded'),
    cancelled: t('file.cancelled'),
    busy: t('file.busy'),
  })
  const { start } = downloads
  const columns = useFileColumns(({ nodeId, fileName }) =>
    start(fileDownload, { nodeId, fileName }, fileName),
  )
  const { values, choose, filter } = list.state
  return (
    <ListPage
      title={t('file.title')}
      purpose={t('file.purpose')}
      name="file"
      list={list}
      columns={columns}
      filters={
        <>
          <SoftwareFilter value={values.softId ?? ''} onChange={(softId) => choose({ softId })} />
          <PeriodFilter startTime={values.startTime ?? ''} endTime={values.endTime ?? ''} onChange={choose} />
          <KeywordInput
            placeholder={t('file.search')}
            value={values.fileName ?? ''}
            onChange={(fileName) => filter({ fileName })}
          />
        </>
      }
      tools={
        <DownloadProgress
          downloads={downloads}
          label={(name) => t('file.downloading', { name })}
          cancel={t('file.cancel')}
        />
      }
      empty={<EmptyState title={t('file.empty')} hint={t('file.emptyHint')} />}
    />
  )
}
