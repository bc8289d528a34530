import { Button } from '@arco-design/web-react'
import { holderKinds, type Licence, licenceHolders } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { useMemo, useState } from 'react'
import { EmptyState } from '../list/EmptyState.tsx'
import { KeywordInput } from '../list/filters.tsx'
import { ListParts } from '../list/ListCard.tsx'
import { Tabs } from '../list/Tabs.tsx'
import { usePagedList } from '../list/use-paged-list.ts'
import { Dialog } from '../overlay/Dialog.tsx'
import { useKitText } from '../texts/index.ts'
import { useHolderColumns } from './use-holder-columns.tsx'

type Kind = (typeof holderKinds)[number]

interface HoldersProps {
  /** Id of the licence. */
  readonly id: string
  readonly kind: Kind
}

const filters = { keyWord: '' }

/** Lists the holders of one kind, with search and paging. */
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
  readonly licence: Licence
  readonly open: boolean
  readonly onClose: () => void
  readonly afterClose: () => void
}

/** Lists the holders of a licence's seats: users, and addresses with pending invitations. */
export function LicenceHoldersDialog({ licence, open, onClose, afterClose }: Props) {
  const t = useKitText()
  const word = useContractText()
  const { id, tenantName: tenant, softwareName: software } = licence
  const of = t('licenceHolders.of', { tenant, software })
  const [kind, setKind] = useState<Kind>('user')
  const tabs = holderKinds.map((key) => ({ key, label: word(`licence.holders.${key}`) }))
  const show = (key: string) => setKind(holderKinds.find((known) => known === key) ?? kind)
  return (
    <Dialog
      open={open}
      title={t('licenceHolders.title')}
      width={800}
      history={{ entity: 'tenant_software', entityId: id, name: of }}
      onClose={onClose}
      afterClose={afterClose}
      footer={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <div className="licence-holders">
        <h3>{of}</h3>
        <p>{t('licenceHolders.rule')}</p>
        <Tabs
          tabs={tabs}
          shown={kind}
          onShow={show}
          label={t('licenceHolders.title')}
          panelClassName="licence-holders-panel"
        >
          <Holders key={kind} id={id} kind={kind} />
        </Tabs>
      </div>
    </Dialog>
  )
}
