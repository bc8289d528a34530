import '../list/styles.ts'
import '../overlay/styles.ts'
import './licence-holders.css'
