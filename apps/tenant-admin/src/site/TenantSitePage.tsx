import { type TenantSite, tenantSiteDelete, tenantSiteList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { TenantFilter, useTenantFilters } from '@atrium/ui-kit/pickers'
import { useState } from 'react'
import { useTenantText } from '../texts/index.ts'
import { NickNameDialog } from './NickNameDialog.tsx'
import { SitePicker, tenantSiteLists } from './SitePicker.tsx'
import { useTenantSiteColumns } from './use-tenant-site-columns.tsx'
import './tenant-site.css'

const start = { tenantId: '', keyWord: '' }

/** Page with the sites of tenants: search, rename and remove. Sites can be added if a tenant is selected. */
export default function TenantSitePage() {
  const t = useTenantText()
  const list = useList(tenantSiteList, useTenantFilters(start))
  const { values, choose, filter } = list.state
  const { tenantId = '', keyWord = '' } = values
  const [picking, setPicking] = useState(false)
  const dialog = useEntityDialog<TenantSite>()
  const remove = useDeletion(tenantSiteDelete, tenantSiteLists)
  const columns = useTenantSiteColumns({ edit: dialog.edit, remove })
  const add = (
    <div className="tenant-site-add">
      {tenantId === '' && <span>{t('site.chooseTenant')}</span>}
      <Button type="primary" disabled={tenantId === ''} onClick={() => setPicking(true)}>
        {t('site.add')}
      </Button>
    </div>
  )
  return (
    <>
      <ListPage
        title={t('site.title')}
        purpose={t('site.purpose')}
        action={add}
        name="tenantSite"
        list={list}
        columns={columns}
        filters={
          <>
            <TenantFilter value={tenantId} onChange={(id) => choose({ tenantId: id })} />
            <KeywordInput
              placeholder={t('site.search')}
              value={keyWord}
              onChange={(keyword) => filter({ keyWord: keyword })}
            />
          </>
        }
        empty={<EmptyState title={t('site.empty')} hint={t('site.emptyHint')} />}
      />
      <SitePicker open={picking} tenantId={tenantId} onClose={() => setPicking(false)} />
      <NickNameDialog state={dialog} />
    </>
  )
}
