import { useAddressState } from '@atrium/shared-api'
import { useState } from 'react'
import { pageState } from './address.ts'
import { ModuleDetail } from './ModuleDetail.tsx'
import { ModuleList } from './ModuleList.tsx'
import '../facts.css'
import './module.css'

/** Page with the modules of the suite: active releases, health and actions. */
export default function ModulePage() {
  const [{ name, tab }, set] = useAddressState(pageState)
  // Previously shown module: '' for the list, undefined right after the page was opened.
  const [{ shown, before }, setShown] = useState<{ shown: string; before?: string }>({ shown: name })
  if (shown !== name) setShown({ shown: name, before: shown })
  if (name === '') return <ModuleList left={before ?? ''} />
  return (
    <ModuleDetail
      key={name}
      name={name}
      entered={before !== undefined}
      tab={tab}
      onShow={(tab) => set({ tab })}
    />
  )
}
