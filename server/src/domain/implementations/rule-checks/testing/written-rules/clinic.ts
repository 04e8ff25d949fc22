import { edit, move, put, remove, type RuledRepository } from "./written-rule.ts";

/** A site in Python with Django. */
export const clinic: RuledRepository = {
  files: {
    "clinic/views.py":
      "import logging\n\nfrom django.contrib.auth.decorators import login_required\n\nlog = logging.getLogger(__name__)\n\n\n@login_required\ndef patients(request):\n    return render(request, 'patients.html')\n",
    "clinic/models.py":
      "from django.db import models\n\n\nclass Patient(models.Model):\n    name = models.TextField()\n",
    "clinic/core/dosage.py": "def per_kilo(dose, weight):\n    return dose / weight\n",
    "clinic/tasks.py": "import requests\n\n\ndef send(url):\n    return requests.post(url, timeout=5)\n",
    "clinic/migrations/0001_initial.py": "operations = []\n",
    "templates/patients.html": '<form method="post">\n  {% csrf_token %}\n</form>\n',
    "locale/en/LC_MESSAGES/django.po": 'msgid "Patients"\nmsgstr ""\n',
    "locale/de/LC_MESSAGES/django.po": 'msgid "Patients"\nmsgstr "Patienten"\n',
    "requirements.txt": "django==5.2\nrequests==2.32\n",
    "LICENSE.txt": "EUPL-1.2\n",
  },
  rules: [
    {
      condition: "You call `requests.` anywhere",
      instruction: "Set `timeout=`, or a slow host holds a worker for ever",
      breaks: [
        [
          edit(
            "clinic/tasks.py",
            "    return requests.post(url, timeout=5)",
            "    return requests.post(url, timeout=5)",
            "",
            "",
            "def ping(url):",
            "    return requests.get(url)",
          ),
        ],
        [
          put(
            "clinic/feed.py",
            "import httpx, requests",
            "",
            "def feed():",
            "    return requests.get('https://feed.test').json()",
          ),
        ],
        [edit("clinic/views.py", "    return render", "    requests.head('https://x.test')", "    return render")],
        [
          edit(
            "clinic/core/dosage.py",
            "def per_kilo",
            "import requests",
            "",
            "",
            'fetched = requests.request("GET", "https://doses.test")',
            "",
            "",
            "def per_kilo",
          ),
        ],
      ],
      keeps: [
        [
          edit(
            "clinic/tasks.py",
            "    return requests.post(url, timeout=5)",
            "    return requests.post(url, timeout=5)",
            "",
            "",
            "def ping(url):",
            "    return requests.get(url, timeout=2)",
          ),
        ],
        [edit("clinic/tasks.py", "requests.post(url, timeout=5)", "requests.put(url, timeout=5)")],
      ],
    },
    {
      condition: 'A form with `method="post"` is written in templates/**/*.html',
      instruction: "It has `csrf_token`",
      breaks: [
        [put("templates/new.html", '<form method="post">', "  <button>Save</button>", "</form>")],
        [
          edit(
            "templates/patients.html",
            "</form>",
            "</form>",
            "",
            "",
            "",
            "",
            '<form method="post" action="/delete">',
            "</form>",
          ),
        ],
        [put("templates/deep/a.html", '<form class="x" method="post"></form>')],
        [
          put(
            "templates/two.html",
            '<form method="post">',
            "{% csrf_token %}",
            "</form>",
            '<form method="post">',
            "</form>",
          ),
        ],
      ],
      keeps: [
        [put("templates/new.html", '<form method="post">', "  {% csrf_token %}", "</form>")],
        [put("templates/search.html", '<form method="get"></form>')],
      ],
    },
    {
      condition: "Python in clinic/core/ changes",
      instruction: "It must not import `django` or anything of it, so that dosages can be checked alone",
      breaks: [
        [edit("clinic/core/dosage.py", "def per_kilo", "import django", "", "", "def per_kilo")],
        [edit("clinic/core/dosage.py", "def per_kilo", "from django.conf import settings", "", "", "def per_kilo")],
        [put("clinic/core/units.py", "def unit():", "    from django.utils import timezone", "    return timezone")],
        [put("clinic/core/deep/a.py", "import os, django.db")],
      ],
      keeps: [
        [edit("clinic/core/dosage.py", "def per_kilo", "# Like django's own\ndef per_kilo")],
        [
          edit(
            "clinic/models.py",
            "from django.db import models",
            "from django.db import models",
            "from django.conf import settings",
          ),
        ],
      ],
    },
    {
      condition: "You write Python",
      instruction: "Never leave `breakpoint()` in what you commit",
      breaks: [
        [edit("clinic/views.py", "    return render", "    breakpoint()", "    return render")],
        [put("clinic/a.py", "if True: breakpoint()")],
        [edit("clinic/tasks.py", "def send(url):", "def send(url):", "    x = 1; breakpoint()  # look")],
        [put("scripts/load.py", "import sys", "breakpoint()")],
      ],
      keeps: [
        [edit("clinic/views.py", "    return render", "    log.info('listed')", "    return render")],
        [edit("clinic/core/dosage.py", "dose / weight", "dose / max(weight, 1)")],
      ],
    },
    {
      condition: "A migration of clinic/migrations/ was released",
      instruction: "Nobody may change `clinic/migrations/0001_initial.py` again, add a new one",
      breaks: [
        [edit("clinic/migrations/0001_initial.py", "[]", "[1]")],
        [remove("clinic/migrations/0001_initial.py")],
        [move("clinic/migrations/0001_initial.py", "clinic/migrations/0001_start.py")],
        [
          edit("clinic/migrations/0001_initial.py", "operations", "# squashed\noperations"),
          put("clinic/migrations/0002_b.py", "operations = []"),
        ],
      ],
      keeps: [
        [put("clinic/migrations/0002_name.py", "operations = []")],
        [edit("clinic/models.py", "name = ", "full_name = ")],
      ],
    },
  ],
};
