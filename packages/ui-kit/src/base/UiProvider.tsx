import { ConfigProvider, type ConfigProviderProps } from '@arco-design/web-react'
import { useLanguage } from '@atrium/shared-api'
import { type ReactNode, useEffect, useInsertionEffect, useState } from 'react'
import { applyBrand } from './brand.ts'

type ArcoLocale = ConfigProviderProps['locale']

/** Arco has 'Goto', and a word behind the field. */
const inPlainEnglish = (locale: NonNullable<ArcoLocale>): ArcoLocale => ({
  ...locale,
  Pagination: { ...locale.Pagination, goto: 'Go to page', page: '' },
})

/** Arco's own words in the page's language. Chinese is built in; English comes with the page's other English texts. */
function useArcoLocale(): ArcoLocale {
  const language = useLanguage()
  const [english, setEnglish] = useState<ArcoLocale>()
  useEffect(() => {
    if (language !== 'en') return
    import(/* webpackChunkName: "texts-en" */ '@arco-design/web-react/es/locale/en-US.js').then(
      // Its types speak of CommonJS, the bundler serves the ES module.
      ({ default: locale }) => setEnglish(inPlainEnglish(locale as unknown as NonNullable<ArcoLocale>)),
      // The page stays usable with a few Chinese words of Arco's.
      () => undefined,
    )
  }, [language])
  return language === 'en' ? english : undefined
}

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
