/** Reference rates in the form in which the European Central Bank publishes them. The numbers are made up. */

export const perEuro: Readonly<Record<string, string>> = {
  ...{ USD: '1.1584', JPY: '176.42', CZK: '24.318', DKK: '7.4672', GBP: '0.87630', HUF: '387.65' },
  ...{ PLN: '4.2475', RON: '5.0862', SEK: '10.9785', CHF: '0.9318', ISK: '146.60', NOK: '11.6940' },
  ...{ TRY: '48.7150', AUD: '1.7684', BRL: '6.2310', CAD: '1.6231', CNY: '8.2460', HKD: '9.0121' },
  ...{ IDR: '19280.15', ILS: '3.7905', INR: '102.7405', KRW: '1656.23', MXN: '21.4320', MYR: '4.8510' },
  ...{ NZD: '2.0267', PHP: '67.980', SGD: '1.5078', THB: '37.536', ZAR: '20.0480' },
};

const lines = (rates: Readonly<Record<string, string>>) =>
  Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);

/** The document, with `more` lines among its rates. */
export const sheet = (time = '2026-11-20', rates = perEuro, more: readonly string[] = []): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${time}'>
			${[...lines(rates), ...more].join('\n\t\t\t')}
		</Cube>
	</Cube>
</gesmes:Envelope>
`;
