import type { ConfigProviderProps } from '@arco-design/web-react'
import { useLanguage } from '@atrium/shared-api'
import { useEffect, useState } from 'react'

type ArcoLocale = ConfigProviderProps['locale']

/** Arco's own words in the page's language. Chinese is built in; English comes with the page's other English texts. */
export function useArcoLocale(): ArcoLocale {
  const language = useLanguage()
  const [english, setEnglish] = useState<ArcoLocale>()
  useEffect(() => {
    if (language !== 'en') return
    import(/* webpackChunkName: "texts-en" */ '@arco-design/web-react/es/locale/en-US.js').then(
      // Its types speak of CommonJS, the bundler serves the ES module.
      (locale) => setEnglish(locale.default as unknown as ArcoLocale),
      // The page stays usable with a few Chinese words of Arco's.
      () => undefined,
    )
  }, [language])
  return language === 'en' ? english : undefined
}
