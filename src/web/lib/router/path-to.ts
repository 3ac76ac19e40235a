/**
 * The path of each page. Links, navigations and canonical addresses have it from here, and so have the routes: that of
 * a page with parameters is the path with their names, `order(':id')`.
 */

/** The colon of a parameter's name stays: it means nothing in a path. */
const segment = (value: string) => encodeURIComponent(value).replace('%3A', ':')

/** The paths of the pages about one thing each. */
const below = (path: string) => (id: string) => `${path}/${segment(id)}`

export const home = '/'
// specification: '/home'
export const homeByName = '/home'
export const catalogue = '/products'
export const part = below('/part')
export const cars = '/parts'
export const about = '/about'
export const blogs = '/blogs'
export const contact = '/contact'
/** The contact form, whose message begins with what was looked for. */
export const ask = (wanted?: string) =>
  `${contact}${wanted ? `?${new URLSearchParams({ about: wanted })}` : ''}#write`
export const portfolio = '/myPortfolio'
export const privacy = '/privacy'
export const terms = '/terms'
export const returns = '/returns'
export const legalNotice = '/legal-notice'
export const appointment = '/appointment'

export const login = '/login'
export const verifiedLogin = `${login}?verified=1`
export const signUp = '/signup'
export const resetPassword = '/reset-password'
export const confirmEmail = '/confirm-email'
export const authAction = '/auth/action'
export const authComplete = '/auth/complete'
export const newsletter = '/newsletter'
export const stockAlerts = '/stock-alerts'

export const cart = '/cart'
export const order = below('/order')
export const quickOrder = '/quick-order'

export const dashboard = '/dashboard'
export const addReview = '/dashboard/addReview'
export const myOrders = '/dashboard/myOrder'
export const payment = below('/dashboard/payment')
export const invoice = below('/dashboard/invoice')

export const addProduct = '/dashboard/addProduct'
export const manageProducts = '/dashboard/manageProduct'
export const manageProduct = below(manageProducts)
/** Cars and numbers of a product. */
export const productTab = (id: string, tab: 'fits' | 'numbers') => `${manageProduct(id)}/${tab}`
export const importProducts = '/dashboard/importProducts'
export const importNumbers = '/dashboard/importNumbers'
export const importFitments = '/dashboard/importFitments'
/** One of the imports of a kind of file. */
export const importOf = (kind: Imports, id: string) => `${kind}/${segment(id)}`
type Imports = typeof importProducts | typeof importNumbers | typeof importFitments
export const manageOrders = '/dashboard/manageAllOrders'
export const pickList = '/dashboard/pickList'
export const packingSlip = below('/dashboard/packingSlip')
export const users = '/dashboard/users'
export const auditLog = '/dashboard/auditLog'
export const tradeAccounts = '/dashboard/tradeAccounts'
export const priceLists = '/dashboard/priceLists'
export const priceList = below(priceLists)
export const tradeSales = '/dashboard/tradeSales'
export const vehicles = '/dashboard/vehicles'
export const vehicleWishes = '/dashboard/vehicleWishes'
export const synonyms = '/dashboard/synonyms'
export const missedSearches = '/dashboard/missedSearches'
export const manageReviews = '/dashboard/manageReviews'
export const inbox = '/dashboard/inbox'
