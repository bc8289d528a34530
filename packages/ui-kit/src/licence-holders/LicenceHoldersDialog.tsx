import { Button } from '@arco-design/web-react'
import { holderKinds, licenceHolders } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { useMemo, useState } from 'react'
import { EmptyState } from '../list/EmptyState.tsx'
import { KeywordInput } from '../list/filters.tsx'
import { ListParts } from '../list/ListCard.tsx'
import { Tabs } from '../list/Tabs.tsx'
import { usePagedList } from '../list/usePagedList.ts'
import { Dialog } from '../overlay/Dialog.tsx'
import { useKitText } from '../texts/index.ts'
import { useHolderColumns } from './useHolderColumns.tsx'

type Kind = (typeof holderKinds)[number]

interface HoldersProps {
  /** Of the licence. */
  readonly id: string
  readonly kind: Kind
}

const filters = { keyWord: '' }

/** The holders of one kind: search and page. */
function Holders({ id, kind }: HoldersProps) {
  const t = useKitText()
  const word = useContractText()
  const input = useMemo(() => ({ id, kind }), [id, kind])
  const list = usePagedList(licenceHolders, input, { filters })
  const columns = useHolderColumns(kind)
  return (
    <ListParts
      list={list}
      name={`licenceHolders.${kind}`}
      label={word(`licence.holders.${kind}`)}
      columns={columns}
      filters={
        <KeywordInput
          placeholder={t(`licenceHolders.search.${kind}`)}
          value={list.state.values.keyWord ?? ''}
          onChange={(keyWord) => list.state.filter({ keyWord })}
        />
      }
      empty={<EmptyState title={t(`licenceHolders.empty.${kind}`)} />}
    />
  )
}

interface Props {
  readonly id: string
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly afterClose: () => void
}

/** Who holds the user places of a licence: users, and addresses whose invitations are open. */
export function LicenceHoldersDialog({ id, title, open, onClose, afterClose }: Props) {
  const t = useKitText()
  const word = useContractText()
  const [kind, setKind] = useState<Kind>('user')
  const tabs = holderKinds.map((key) => ({ key, label: word(`licence.holders.${key}`) }))
  const show = (key: string) => setKind(holderKinds.find((known) => known === key) ?? kind)
  return (
    <Dialog
      open={open}
      title={title}
      width={800}
      onClose={onClose}
      afterClose={afterClose}
      footer={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <div className="licence-holders">
        <p>{t('licenceHolders.rule')}</p>
        <Tabs tabs={tabs} shown={kind} onShow={show} label={title}>
          <Holders key={kind} id={id} kind={kind} />
        </Tabs>
      </div>
    </Dialog>
  )
}
