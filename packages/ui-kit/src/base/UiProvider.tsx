import { ConfigProvider } from '@arco-design/web-react'
import { type ReactNode, useInsertionEffect } from 'react'
import { applyBrand } from './brand.ts'
import { useArcoLocale } from './useArcoLocale.ts'

export interface UiProviderProps {
  /** The brand colour as `#rrggbb`; Arco's blue without it. */
  readonly brandColor?: string
  readonly children: ReactNode
}

/** Puts the building blocks under the page's language and brand; stands once round everything. */
export function UiProvider({ brandColor, children }: UiProviderProps) {
  const locale = useArcoLocale()
  // Before the first paint: in an effect the default colour would be seen for a moment.
  useInsertionEffect(() => applyBrand(brandColor), [brandColor])
  return (
    <ConfigProvider
      locale={locale}
      autoInsertSpaceInButton={false}
      effectGlobalModal={false}
      effectGlobalNotice={false}
    >
      {children}
    </ConfigProvider>
  )
}
