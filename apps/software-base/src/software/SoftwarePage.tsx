import {
  type Software,
  signInStyles,
  softwareCombobox,
  softwareDelete,
  softwareList,
  softwareSwitch,
  userInfo,
} from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useSoftwareBaseText } from '../texts/index.ts'
import { SoftwareDialog } from './SoftwareDialog.tsx'
import { useSoftwareColumns } from './use-software-columns.tsx'

const filters = { keyWord: '' }
/** Calls that show products: here, in the pickers and in the help menu. */
const lists = [softwareList, softwareCombobox, userInfo]

/** Initial values of a new product. */
const newSoftware = {
  validityTime: 30,
  isStudyAuthorization: softwareSwitch.no,
  projdbShow: softwareSwitch.no,
  remindDay: 7,
  expiredDay: 90,
  signInStyle: signInStyles.handOver,
}

/** Page with the products that the platform works with: search, add, edit, delete. */
export default function SoftwarePage() {
  const t = useSoftwareBaseText()
  const list = useList(softwareList, { filters })
  const dialog = useEntityDialog<Software>()
  const remove = useDeletion(softwareDelete, lists)
  const columns = useSoftwareColumns({ edit: dialog.edit, remove })
  const add = (
    <Button type="primary" onClick={() => dialog.add(newSoftware)}>
      {t('software.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('software.title')}
        purpose={t('software.purpose')}
        action={add}
        name="software"
        list={list}
        columns={columns}
        filters={
          <KeywordInput
            placeholder={t('software.search')}
            value={list.state.values.keyWord ?? ''}
            onChange={(keyWord) => list.state.filter({ keyWord })}
          />
        }
        empty={<EmptyState title={t('software.empty')} hint={t('software.emptyHint')} action={add} />}
      />
      <SoftwareDialog state={dialog} refreshes={lists} />
    </>
  )
}
