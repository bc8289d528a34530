import { authorizationStyles } from '@atrium/contract'

const { edc, rtsm, ctms, etmf } = authorizationStyles

/** Paths of the icons: form, random choice, progress and folder. */
const drawings: Readonly<Record<number, string>> = {
  [edc]: 'M16 14h16v20H16zM20 20h8M20 25h8M20 30h4',
  [rtsm]: 'M14 19h4l11 11h5M14 30h4l3-3M26 22l3-3h5M31 16l3 3-3 3M31 27l3 3-3 3',
  [ctms]: 'M14 34h20M17 29v-6M24 29V15M31 29v-9',
  [etmf]: 'M14 16h7l3 4h10v14H14zM19 27h10',
}

const otherDrawing = 'M15 15h7v7h-7zM26 15h7v7h-7zM15 26h7v7h-7zM26 26h7v7h-7z'

/** Shows the icon of a product. The icon depends on how the product authorizes users. */
export const ProductMark = ({ style }: { readonly style: number }) => (
  <svg className="landing-mark" viewBox="6 6 36 36" aria-hidden="true">
    <rect x="6" y="6" width="36" height="36" rx="10" />
    <path d={drawings[style] ?? otherDrawing} strokeLinejoin="round" />
  </svg>
)
