/** An address of a customer. */
export const berlin = {
  name: 'Mia Muster',
  company: 'Muster KFZ',
  phone: '+49 30 1234567',
  street: 'Teststrasse 1',
  postalCode: '10115',
  town: 'Berlin',
  region: '',
  country: 'DE',
}
