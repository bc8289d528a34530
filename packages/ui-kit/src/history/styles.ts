import '../list/styles.ts'
import '../overlay/styles.ts'
import './history.css'
