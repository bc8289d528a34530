import { type Site, siteDelete, siteList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useSystemText } from '../texts/index.ts'
import { SiteDialog } from './SiteDialog.tsx'
import { useSiteColumns } from './use-site-columns.tsx'

const filters = { keyWord: '', levelId: '', typeId: '' }
/** The calls that list sites. */
const lists = [siteList]

/** Page with the sites of the platform: search, add, edit and delete. */
export default function SitePage() {
  const t = useSystemText()
  const list = useList(siteList, { filters })
  const dialog = useEntityDialog<Site>()
  const remove = useDeletion(siteDelete, lists)
  const columns = useSiteColumns({ edit: dialog.edit, remove })
  const add = (
    <Button type="primary" onClick={() => dialog.add()}>
      {t('site.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('site.title')}
        purpose={t('site.purpose')}
        action={add}
        name="site"
        list={list}
        columns={columns}
        filters={
          <KeywordInput
            placeholder={t('site.search')}
            value={list.state.values.keyWord ?? ''}
            onChange={(keyWord) => list.state.filter({ keyWord })}
          />
        }
        empty={<EmptyState title={t('site.empty')} hint={t('site.emptyHint')} action={add} />}
      />
      <SiteDialog state={dialog} refreshes={lists} />
    </>
  )
}
