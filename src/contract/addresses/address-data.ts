// Written by `npm run addresses`.

/** The order of an address, as it is written there and in Latin letters, and the countries that have it. */
export const addressOrders = String.raw`
%N%n%O%n%A%n%Z %C	AD BA BG CY CZ DE DK DO DZ EH ET GE GL GR GW IS KG KW LA LR MA ME MG MK NE NO PL PT PY RS SJ SK SM SN TJ TM TN TZ VA ZM
%N%n%O%n%A%n%S	AE NR
%N%n%O%n%A%n%C%n%Z	AF AI FK GB IM IO KE LK NA PN SD SH SZ TC VG
%N%n%O%n%A%n%Z%n%C	AL EC MU OM
%N%n%O%n%A%n%Z%n%C%n%S	AM
%N%n%O%n%A%n%Z %C%n%S	AR CL CV UZ
%N%n%O%n%A%n%C %S %Z	AS CA FM MH MP PW UM VI
%O%n%N%n%A%n%Z %C	AT BE FR NL
%O%n%N%n%A%n%C %S %Z	AU CC CX HM NF
%O%n%N%n%A%nAX-%Z %C%nÅLAND	AX
%N%n%O%n%A%nAZ %Z %C	AZ
%N%n%O%n%A%n%C, %S %Z	BB SO US
%N%n%O%n%A%n%C - %Z	BD
%N%n%O%n%A%n%C %X	BF MW
%N%n%O%n%A%n%C %Z	BH BM BN BT GU IL JO KH LB LS MT MV NP SA VC
%O%n%N%n%A%n%Z %C %X	BL GF GP MF MQ NC PM RE WF YT
%O%n%N%n%A%n%D%n%C-%S%n%Z	BR
%N%n%O%n%A%n%C, %S	BS KN
%O%n%N%n%A%n%Z, %C%n%S	BY
%O%n%N%n%A%nCH-%Z %C	CH
%N%n%O%n%X %A %C %X	CI
%Z%n%S%C%D%n%A%n%O%n%N	%N%n%O%n%A%n%D%n%C%n%S, %Z	CN
%N%n%O%n%A%n%D%n%C, %S, %Z	CO
%N%n%O%n%A%n%S, %C%n%Z	CR
%N%n%O%n%A%n%C %S%n%Z	CU
%N%n%O%n%A%n%Z %C %S	EE ES IT PF UY
%N%n%O%n%A%n%C%n%S%n%Z	EG RU UA
%O%n%N%n%A%nFI-%Z %C	FI
%N%n%O%n%A%nFO%Z %C	FO
%N%n%O%n%A%n%C%nGUERNSEY%n%Z	GG
%N%n%O%n%A%nGIBRALTAR%n%Z	GI
%N%n%O%n%Z %A %C	GN
%N%n%O%n%A%n%n%C%n%Z	GS
%N%n%O%n%A%n%Z- %C	GT
%S%n%C%n%A%n%O%n%N	%N%n%O%n%A%n%C%n%S	HK
%N%n%O%n%A%n%C, %S%n%Z	HN
%N%n%O%n%A%nHR-%Z %C	HR
%N%n%O%n%A%nHT%Z %C	HT
%N%n%O%n%C%n%A%n%Z	HU
%N%n%O%n%A%n%C%n%S %Z	ID MN VN
%N%n%O%n%A%n%D%n%C%n%S%n%Z	IE
%N%n%O%n%A%n%C %Z%n%S	IN PE
%O%n%N%n%A%n%C, %S%n%Z	IQ
%O%n%N%n%S%n%C, %D%n%A%n%Z	IR
%N%n%O%n%A%n%C%nJERSEY%n%Z	JE
%N%n%O%n%A%n%C%n%S %X	JM
〒%Z%n%S%n%A%n%O%n%N	%N%n%O%n%A, %S%n%Z	JP
%N%n%O%n%A%n%S%n%C	KI
%Z%n%S%n%C%n%A%n%O%n%N	%N%n%O%n%A%n%C%n%S, %Z	KP
%S %C%D%n%A%n%O%n%N%n%Z	%N%n%O%n%A%n%D%n%C%n%S%n%Z	KR
%N%n%O%n%A%n%S %Z	KY
%Z%n%S%n%C%n%A%n%O%n%N	KZ
%O%n%N%n%A%nFL-%Z %C	LI
%O%n%N%n%A%nLT-%Z %C %S	LT
%O%n%N%n%A%nL-%Z %C	LU
%N%n%O%n%A%n%S%n%C, %Z	LV
%N%n%O%n%A%nMC-%Z %C %X	MC
%N%n%O%n%A%nMD-%Z %C	MD
%N%n%O%n%A%n%C, %Z	MM
%A%n%O%n%N	%N%n%O%n%A	MO
%N%n%O%n%A%n%D%n%Z %C, %S	MX
%N%n%O%n%A%n%D%n%Z %C%n%S	MY
%N%n%O%n%A%n%Z %C%S	MZ
%N%n%O%n%A%n%D%n%C %Z%n%S	NG
%N%n%O%n%A%n%Z%n%C, %S	NI
%N%n%O%n%A%n%D%n%C %Z	NZ
%N%n%O%n%A%n%C%n%S	PA SC SR TV
%N%n%O%n%A%n%C %Z %S	PG
%N%n%O%n%A%n%D, %C%n%Z %S	PH
%N%n%O%n%A%n%D%n%C-%Z	PK
%N%n%O%n%A%n%C PR %Z	PR
%N%n%O%n%A%n%Z %S %C	RO
%O%n%N%n%A%nSE-%Z %C	SE
%N%n%O%n%A%nSINGAPORE %Z	SG
%N%n%O%n%A%nSI-%Z %C	SI
%N%n%O%n%A%n%Z-%C%n%S	SV
%N%n%O%n%A%n%D %C%n%S %Z	%N%n%O%n%A%n%D, %C%n%S %Z	TH
%N%n%O%n%A%n%Z %C/%S	TR
%Z%n%S%C%n%A%n%O%n%N	%N%n%O%n%A%n%C, %S %Z	TW
%N%n%O%n%A%n%C %Z, %S	VE
%N%n%O%n%A%n%D%n%C%n%Z	ZA
`

/** The pattern of a postal code, where its blanks and hyphens are, and the countries that have it. */
export const postalCodes = String.raw`
AD[1-7]0\d	AD
\d{4}	AF AL AT AU AZ BD BE BG CH CV CY DK ET GE GW HM HT HU LR LU MD MK MZ NE NO NZ PH PY SI SJ TN VE ZA
(?:AI-)?2640	AI
(?:37)?\d{4}	AM
((?:[A-HJ-NP-Z])?\d{4})([A-Z]{3})?	AR
(96799)(?:[ \-](\d{4}))?	AS
22\d{3}	AX
\d{5}	BA BT CU DE DO DZ EE EG EH ES FI GT HN HR ID IQ IT JO KE KR KW LA LK LT MA MM MN MV MX MY NA NI NP PK SA SD SN TH TR UA UY ZM
BB\d{5}	BB
(?:^|\b)(?:1[0-2]|[1-9])\d{2}(?:$|\b)	BH
9[78][01]\d{2}	BL GP MF
[A-Z]{2} ?[A-Z0-9]{2}	__ __	BM
[A-Z]{2} ?\d{4}	BN
\d{5}-?\d{3}	_____-___	BR
\d{6}	BY CN CO EC IN KG KZ NG RO RU SG TJ TM UZ
[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d	___ ___	CA
6799	CC
\d{7}	CL
\d{4,5}|\d{3}-\d{4}	CR
6798	CX
\d{3} ?\d{2}	___ __	CZ GR SE SK
FIQQ 1ZZ	____ ___	FK
(9694[1-4])(?:[ \-](\d{4}))?	FM
\d{3}	FO GN IS LS MG PG
\d{2} ?\d{3}	FR
GIR ?0AA|(?:(?:AB|AL|B|BA|BB|BD|BF|BH|BL|BN|BR|BS|BT|BX|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|EC|EH|EN|EX|FK|FY|G|GL|GY|GU|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|L|LA|LD|LE|LL|LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|WF|WN|WR|WS|WV|YO|ZE)(?:\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}))|BFPO ?\d{1,4}	____ ___	___ ___	__ ___	____ __	GB
9[78]3\d{2}	GF
GY\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}	___ ___	GG
GX11 1AA	____ ___	GI
39\d{2}	GL
SIQQ 1ZZ	____ ___	GS
(969(?:[12]\d|3[12]))(?:[ \-](\d{4}))?	GU
[\dA-Z]{3} ?[\dA-Z]{4}	___ ____	IE
\d{5}(?:\d{2})?	IL
IM\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}	___ ___	____ ___	IM
BBND 1ZZ	____ ___	IO
\d{5}-?\d{5}	_____-_____	IR
JE\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}	___ ___	JE
\d{3}-?\d{4}	___-____	JP
\d{5,6}	KH RS
KY\d-\d{4}	___-____	KY
(?:\d{4})(?: ?(?:\d{4}))?	____ ____	LB
948[5-9]|949[0-8]	LI
LV-\d{4}	__-____	LV
980\d{2}	MC
8\d{4}	ME
(969[67]\d)(?:[ \-](\d{4}))?	MH
(9695[012])(?:[ \-](\d{4}))?	MP
9[78]2\d{2}	MQ
[A-Z]{3} ?\d{2,4}	___ __	___ ____	MT
\d{3}(?:\d{2}|[A-Z]{2}\d{3})	MU
988\d{2}	NC
2899	NF
[1-9]\d{3} ?(?:[A-RT-Z][A-Z]|S[BCE-RT-Z])	____ __	NL
(?:PC )?\d{3}	OM
(?:LIMA \d{1,2}|CALLAO 0?\d)|[0-2]\d{4}	____ __	______ _	PE
987\d{2}	PF
\d{2}-\d{3}	__-___	PL
9[78]5\d{2}	PM
PCRN 1ZZ	____ ___	PN
(00[679]\d{2})(?:[ \-](\d{4}))?	PR
\d{4}-\d{3}	____-___	PT
(969(?:39|40))(?:[ \-](\d{4}))?	PW
9[78]4\d{2}	RE
(?:ASCN|STHL) 1ZZ	____ ___	SH
4789\d	SM
[A-Z]{2} ?\d{5}	__ _____	SO
CP [1-3][1-7][0-2]\d	__ ____	SV
[HLMS]\d{3}	SZ
TKCA 1ZZ	____ ___	TC
\d{3}(?:\d{2,3})?	TW
\d{4,5}	TZ
96898	UM
(\d{5})(?:[ \-](\d{4}))?	_____-____	US
00120	VA
VC\d{4}	VC
VG\d{4}	VG
(008(?:(?:[0-4]\d)|(?:5[01])))(?:[ \-](\d{4}))?	_____-____	VI
\d{5}\d?	VN
986\d{2}	WF
976\d{2}	YT
`

/** Countries whose addresses need a postal code. */
export const postalCodeRequired = `
AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE
JP KR LI LT LU LV MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU SE SG SH SJ SK SM TC
TR TW UA US VI WF YT ZA
`

/** Regions whose code is printed, by country. */
export const regionCodes: Readonly<Record<string, string>> = {
  US: `
AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|AA Armed Forces (AA)|
AE Armed Forces (AE)|AP Armed Forces (AP)|CA California|CO Colorado|CT Connecticut|DE Delaware|
DC District of Columbia|FL Florida|GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|
IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MH Marshall Islands|MD Maryland|MA Massachusetts|
MI Michigan|FM Micronesia|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|
NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|
MP Northern Mariana Islands|OH Ohio|OK Oklahoma|OR Oregon|PW Palau|PA Pennsylvania|PR Puerto Rico|
RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|
VI Virgin Islands|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`,
  CA: `
AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|
NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|
SK Saskatchewan|YT Yukon`,
  AU: `
ACT Australian Capital Territory|JBT Jervis Bay Territory|NSW New South Wales|NT Northern Territory|
QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia`,
}
