import { useAddressState } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { PageHeader, Tabs } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { type HoldValues, PlaceDialog } from './HoldDialogs.tsx'
import { HoldsPart } from './HoldsPart.tsx'
import { PersonPart } from './PersonPart.tsx'
import { RequestsPart } from './RequestsPart.tsx'
import { RetentionPart } from './RetentionPart.tsx'
import { usePrivacyText } from './texts/index.ts'
import './privacy.css'

const parts = ['person', 'requests', 'holds', 'retention'] as const
type Part = (typeof parts)[number]

/** Initial state of the page's address. Choosing a part resets the page number of its list. */
const ofAddress = { part: 'person', userId: '', page: 1 }

/** Page on what is stored about people: exports, pseudonyms, legal holds and retention. */
export default function PrivacyPage() {
  const t = usePrivacyText()
  const [address, setAddress] = useAddressState(ofAddress)
  const part: Part = parts.find((known) => known === address.part) ?? 'person'
  const placing = useEntityDialog<HoldValues>()
  return (
    <div className="page">
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={
          part === 'holds' && (
            <Button type="primary" onClick={() => placing.add({ scope: 'person' })}>
              {t('holds.add')}
            </Button>
          )
        }
      />
      <Tabs
        label={t('title')}
        tabs={parts.map((key) => ({ key, label: t(`parts.${key}`) }))}
        shown={part}
        onShow={(key) => setAddress({ part: key, page: 1 })}
      >
        {part === 'person' && (
          <PersonPart userId={address.userId} choose={(userId) => setAddress({ userId })} />
        )}
        {part === 'requests' && <RequestsPart />}
        {part === 'holds' && <HoldsPart />}
        {part === 'retention' && <RetentionPart />}
      </Tabs>
      <PlaceDialog state={placing} />
    </div>
  )
}
